# The service as containers: web and worker are two commands of one image; nginx in front of web has its own.

# The database is of the same Debian as the service: one version of GEOS repairs boundaries wherever it runs, and the
# service's pg_dump is that of its server.
FROM postgres:15-bookworm AS database
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        "postgresql-$PG_MAJOR-postgis-3" "postgresql-$PG_MAJOR-postgis-3-scripts" \
    && rm -rf /var/lib/apt/lists/*

FROM node:22-bookworm-slim AS console
WORKDIR /console
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY config/devtools/build-console.mjs ./config/devtools/
COPY analysis/console/static ./analysis/console/static
RUN npm run build

FROM python:3.12-slim-bookworm AS front
# The same number of a user as the service: it owns the socket that they share.
RUN apt-get update \
    && apt-get install -y --no-install-recommends nginx \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tabanca \
    && install -d -o tabanca -g tabanca /run/tabanca /srv/nginx
WORKDIR /srv/tabanca
COPY config/front.py config/front.conf ./config/
RUN chmod -R a+rX config \
    && python -m config.front --whole /srv/nginx --listen 0.0.0.0:8000 --socket /run/tabanca/web.sock > /etc/nginx/nginx.conf
USER tabanca
EXPOSE 8000
STOPSIGNAL SIGQUIT
CMD ["nginx", "-c", "/etc/nginx/nginx.conf", "-e", "stderr"]

FROM python:3.12-slim-bookworm
# postgresql-client: for backups, and the drill of a restore. The user's number stays the same in every version of the
# image, as it owns what lies in the volume of files.
RUN apt-get update \
    && apt-get install -y --no-install-recommends libgdal32 postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /srv/tabanca --shell /usr/sbin/nologin tabanca \
    && install -d -o tabanca -g tabanca /srv/files /run/tabanca /tmp/tabanca /tmp/tabanca/static
WORKDIR /srv/tabanca
COPY requirements.lock ./
RUN pip install --no-cache-dir --root-user-action=ignore --require-hashes --requirement requirements.lock
COPY --from=console /console/node_modules ./node_modules
COPY . .
# A checkout made with a strict umask is readable by its owner alone; the service runs as another user. Only what needs
# it is touched: all else would lie in the image twice.
RUN find . \( ! -perm -o=r -o -type d ! -perm -o=x \) -exec chmod a+rX {} +
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 TABANCA_LOCAL_DIR=/tmp/tabanca TABANCA_FILES_ROOT=/srv/files
USER tabanca
CMD ["gunicorn", "--config", "config/gunicorn.py", "--bind", "unix:/run/tabanca/web.sock", "config.wsgi"]
