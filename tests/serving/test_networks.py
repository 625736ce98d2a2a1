"""Which of a machine's addresses others reach, and which one pages and papers carry."""

import socket
from types import SimpleNamespace

import psutil
import pytest
from pytest_django import Settings

from romme_turnier import address, networks


@pytest.fixture
def networked(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> dict[str, str]:
    """The addresses by interface; the default route is the one of `default`."""
    interfaces: dict[str, str] = {"lo": "127.0.0.1"}
    settings.MODE = "hall"
    monkeypatch.setenv("PORT", "8000")
    monkeypatch.delenv("LISTEN", raising=False)

    def addresses() -> dict[str, list[SimpleNamespace]]:
        there = {name: host for name, host in interfaces.items() if name != "default"}
        return {name: [SimpleNamespace(family=socket.AF_INET, address=host)] for name, host in there.items()}

    def states() -> dict[str, SimpleNamespace]:
        return {name: SimpleNamespace(isup=True, flags=FLAGS.get(name, "up,broadcast")) for name in interfaces}

    monkeypatch.setattr(psutil, "net_if_addrs", addresses)
    monkeypatch.setattr(psutil, "net_if_stats", states)
    monkeypatch.setattr(networks, "_default_route", lambda: interfaces.get("default", ""))
    return interfaces


FLAGS = {"corp0": "up,pointopoint,running"}
TUNNELS = {
    "tun0": "10.8.0.2",
    "tap0": "10.8.0.2",
    "wg0": "10.8.0.2",
    "wg-office": "10.8.0.2",
    "utun4": "10.8.0.2",
    "tailscale0": "100.101.102.103",
    "docker0": "172.17.0.1",
    "br-3f2a": "172.18.0.1",
    "veth12ab": "172.19.0.1",
    "virbr0": "192.168.122.1",
    "vboxnet0": "192.168.56.1",
    "vEthernet (WSL)": "172.29.0.1",
    "VMware Network Adapter VMnet8": "192.168.80.1",
    "TAP-Windows Adapter V9": "10.8.0.2",
    "VPN - VPN Client": "10.8.0.2",
    "OpenVPN Wintun": "10.8.0.2",
    "Wintun Userspace Tunnel": "10.8.0.2",
    "corp0": "10.9.0.2",  # an unexpected name, but a line from point to point
    "Ethernet 7": "100.64.3.4",  # and one that only its address tells
    "wlan1": "169.254.10.20",
}


@pytest.mark.parametrize(("interface", "host"), TUNNELS.items())
def test_tunnel_that_holds_the_default_route_is_not_what_papers_carry(
    interface: str, host: str, networked: dict[str, str]
) -> None:
    networked |= {interface: host, "wlan0": "192.168.1.20", "default": host}
    assert address.for_phones("http://127.0.0.1:8000/") == "http://192.168.1.20:8000/"
    assert address.to_visit() == ["http://192.168.1.20:8000/", "http://127.0.0.1:8000/"]
    assert address.inner_addresses() == [f"http://{host}:8000/"]


@pytest.mark.parametrize("interface", ["eth0", "Local Area Connection", "WLAN", "br0", "bridge100", "enp3s0"])
def test_networks_of_cables_and_radio_are_carried(interface: str, networked: dict[str, str]) -> None:
    networked[interface] = "192.168.1.20"
    assert address.for_phones("http://127.0.0.1:8000/") == "http://192.168.1.20:8000/"


def test_machine_in_two_networks_names_the_one_it_uses_itself_first(networked: dict[str, str]) -> None:
    networked |= {"eth0": "10.0.0.7", "wlan0": "192.168.178.20", "default": "192.168.178.20"}
    assert networks.lan_hosts() == ["192.168.178.20", "10.0.0.7"]


@pytest.mark.parametrize("only", [{}, {"tun0": "10.8.0.2", "default": "10.8.0.2"}])
def test_machine_without_a_network_has_no_address_for_others(only: dict[str, str], networked: dict[str, str]) -> None:
    networked |= only
    assert address.to_visit() == ["http://127.0.0.1:8000/"]
    assert address.for_phones("http://127.0.0.1:8000/") == ""


def test_program_for_this_machine_alone_is_visited_there(networked: dict[str, str], settings: Settings) -> None:
    settings.MODE = "local"
    networked["eth0"] = "10.0.0.7"
    assert address.to_visit() == ["http://127.0.0.1:8000/"]
    assert address.for_phones("http://127.0.0.1:8000/") == ""


def test_port_that_browsers_add_is_not_named(networked: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    networked["eth0"] = "10.0.0.7"
    monkeypatch.setenv("PORT", "80")
    assert address.of_hall() == ["http://10.0.0.7/"]


def test_address_that_is_listened_on_is_the_only_one(
    networked: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    networked |= {"eth0": "10.0.0.7", "wlan0": "192.168.178.20"}
    monkeypatch.setenv("LISTEN", "192.168.178.20")
    assert address.of_hall() == address.to_visit() == ["http://192.168.178.20:8000/"]
