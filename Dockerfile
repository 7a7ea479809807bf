# Osprey in a container: docker build -t osprey . && docker run --rm -it osprey demo

FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --silent && mv osprey-crawler-*.tgz osprey.tgz

FROM node:22-slim
COPY --from=build /build/osprey.tgz /tmp/osprey.tgz
RUN npm install --global /tmp/osprey.tgz && rm /tmp/osprey.tgz && npm cache clean --force
# Crawls, what waits to be sent to object storage, and what can be made again.
RUN mkdir -p /data && chown node:node /data
ENV OSPREY_SPOOL=/data/spool OSPREY_CACHE=/data/cache
USER node
WORKDIR /data
VOLUME /data
ENTRYPOINT ["osprey"]
CMD ["--help"]
