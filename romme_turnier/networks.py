"""The addresses and names of this machine in its networks, and a check of whether a port is free."""

import os
import re
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

import psutil

# Interfaces of networks inside the machine and of tunnels, as Linux, macOS and Windows name them.
_INNER = re.compile(
    r"lo\d*$|loopback|docker|podman|br-|veth|virbr|lxc|lxd|cni|flannel|cali|vmnet|vbox|virtualbox|vmware|vethernet|hyper-v"
    r"|u?tun|tap|wg|wireguard|tailscale|zt|zerotier|hamachi|ham\d|nordlynx|proton|ipsec|ppp|gif|stf|mullvad|cloudflare"
    r"|.*(?:vpn|tunnel)"
)
_INNER_NETWORKS = (IPv4Network("100.64.0.0/10"), IPv4Network("169.254.0.0/16"))  # used by VPNs; link-local


def lan_hosts() -> list[str]:
    """Returns the IPv4 addresses at which other devices can reach this machine, the preferred one first."""
    first = _default_route()
    return sorted((host for host, is_inner in _interfaces() if not is_inner), key=lambda host: host != first)


def inner_hosts() -> list[str]:
    """Returns the addresses in tunnels and internal networks, which few or no other devices can reach."""
    return [host for host, is_inner in _interfaces() if is_inner]


def machine_names() -> set[str]:
    """Returns the machine's names in lower case, as other devices look them up, including its mDNS name."""
    name = socket.gethostname().casefold()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"} - {"", ".local", "localhost"}


def is_free(host: str, port: int) -> bool:
    """Returns whether a server can listen at this address of this machine."""
    with socket.socket() as probe:
        if os.name != "nt":  # Windows would share a port in use
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port just released is free, as for servers
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _interfaces() -> Iterator[tuple[str, bool]]:
    """Yields each IPv4 address in use except loopback, and whether it is in a tunnel or an internal network."""
    states = psutil.net_if_stats()
    for name, addresses in psutil.net_if_addrs().items():
        state = states.get(name)
        if state is None or not state.isup:
            continue
        is_inner = bool(_INNER.match(name.casefold())) or "pointopoint" in state.flags
        for address in addresses:
            if address.family != socket.AF_INET or (number := IPv4Address(address.address)).is_loopback:
                continue
            yield address.address, is_inner or any(number in network for network in _INNER_NETWORKS)


def _default_route() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; asks which of our addresses would be used
        except OSError:
            return ""
        return str(probe.getsockname()[0])
