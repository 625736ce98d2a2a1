# The program from its wheel. compose.yaml runs it with PostgreSQL; alone it keeps SQLite in /data.

FROM python:3.13-slim-trixie AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gettext
COPY tools/requirements-build.txt /
RUN pip install --no-cache-dir --require-hashes --requirement /requirements-build.txt
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels /source

FROM python:3.13-slim-trixie
# The first three make PDFs; the last one makes copies of PostgreSQL, and must not be older than the server.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        libpangoft2-1.0-0 libharfbuzz-subset0 postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.txt /
RUN pip install --no-cache-dir --require-hashes --requirement /requirements.txt
RUN --mount=from=build,source=/wheels,target=/wheels pip install --no-cache-dir --no-deps /wheels/*.whl

RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin romme \
    && install --directory --owner=romme --mode=0700 /data
USER romme
WORKDIR /data
VOLUME /data
ENV DATA_DIR=/data \
    DEMO=0 \
    LISTEN=0.0.0.0 \
    MODE=public \
    PYTHONUNBUFFERED=1 \
    XDG_CACHE_HOME=/tmp
EXPOSE 8000
HEALTHCHECK --start-period=60s --interval=30s --timeout=10s CMD ["romme-turnier", "health"]
ENTRYPOINT ["romme-turnier"]
CMD ["serve"]
