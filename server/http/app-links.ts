import type { Config } from "../config.ts";
import { everybody } from "./access.ts";
import type { App } from "./app.ts";
import { AppError } from "./errors.ts";

/**
 * Serves the files of Apple and Google under `/.well-known`, which declare the apps that may open the
 * portal's addresses. Serves no files if no app is configured.
 */
export function serveAppLinks(app: App, { apps }: Pick<Config, "apps">): void {
  const serve = (path: string, content: object | null) =>
    app.get(path, { config: { access: everybody }, schema: { hide: true } }, async (_, reply) => {
      if (content === null) throw new AppError("not-found");
      return reply.header("Cache-Control", "public, max-age=3600").type("application/json").send(content);
    });
  const { ios, android } = apps;
  serve(
    "/.well-known/apple-app-site-association",
    ios === null
      ? null
      : {
          applinks: {
            details: [
              {
                appIDs: [ios],
                // The API, files and staff pages are excluded, because the app shows only pages of customers.
                components: [
                  ...["/api/*", "/modules/*", "/assets/*", "/staff*"].map((path) => ({
                    "/": path,
                    exclude: true,
                  })),
                  { "/": "/*" },
                ],
              },
            ],
          },
        },
  );
  serve(
    "/.well-known/assetlinks.json",
    android === null
      ? null
      : [
          {
            relation: ["delegate_permission/common.handle_all_urls"],
            target: {
              namespace: "android_app",
              package_name: android.packageName,
              sha256_cert_fingerprints: [android.fingerprint],
            },
          },
        ],
  );
}
