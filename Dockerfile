# The service as a container: web and worker are two commands of one image.
FROM node:22-bookworm-slim AS console
WORKDIR /console
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && gzip -9k node_modules/maplibre-gl/dist/*.mjs

FROM python:3.12-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends gdal-bin \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/tabanca
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY --from=console /console/node_modules ./node_modules
COPY . .
# A checkout made with a strict umask is readable by its owner alone; the service runs as another user.
RUN chmod -R a+rX . \
    && useradd --system --home-dir /srv/tabanca tabanca \
    && install -d -o tabanca -g tabanca /srv/files /tmp/tabanca /tmp/tabanca/static
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 TABANCA_LOCAL_DIR=/tmp/tabanca TABANCA_FILES_ROOT=/srv/files
USER tabanca
EXPOSE 8000
CMD ["gunicorn", "--config", "config/gunicorn.py", "--bind", "0.0.0.0:8000", "config.wsgi"]
