# The daemon as an image: Node, the libraries of glibc that it loads, and the release. No shell, no package manager.
# docs/operating.md tells how to build and run it.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
RUN node build/release.mjs --into=/made
RUN mkdir -p /image/opt /image/usr/bin /data \
  && mv /made/redeemd-*/ /image/opt/redeemd \
  && strip -o /image/usr/bin/node "$(command -v node)" \
  && ldd "$(command -v node)" $(find /image -name '*.node') | grep -o '/[^ :]*\.so[^ ]*' | sort -u | xargs -I{} cp -L --parents {} /image

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=10001:10001 /data /data
LABEL org.opencontainers.image.title="redeemd" \
  org.opencontainers.image.description="Redeem and referral codes for games: the daemon, its Portal and its event SDK" \
  org.opencontainers.image.version="1.0.0" \
  org.opencontainers.image.licenses="LicenseRef-UNLICENSED"
ENV REDEEMD_HOST=0.0.0.0 REDEEMD_DATABASE_URL=sqlite:/data/redeem.db
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/usr/bin/node", "/opt/redeemd/lib/healthcheck.js"]
# The flag: see redeemd.sh.
ENTRYPOINT ["/usr/bin/node", "--max-semi-space-size=64", "/opt/redeemd/lib/start.js"]
CMD ["serve"]
