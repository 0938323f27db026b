/** @type {import("next").NextConfig} */
export default {
  // Clients lose bodies and headers on redirects: both spellings of a path reach the same handler.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // The listener compresses, answers of routes without Next.js too.
  compress: false,
  serverExternalPackages: [
    "pino",
    "pg",
    "prom-client",
    "@node-rs/argon2",
    "@zxcvbn-ts/language-common",
    "libphonenumber-js",
    "nodemailer",
  ],
  // Vite writes to the same folder at the same time (launch/build.ts).
  cleanDistDir: false,
  // Types are checked by «npm test»; a start should not wait for them.
  typescript: { ignoreBuildErrors: true },
  // Traces are for platforms that copy single files. Finding them takes a quarter of the build.
  outputFileTracingExcludes: { "*": ["**/*"] },
  webpack: (config) => ({
    ...config,
    // Most changes touch modules that every page uses, so webpack's cache costs more than it saves.
    cache: false,
    plugins: config.plugins.filter((plugin) => plugin.constructor.name !== "TraceEntryPointsPlugin"),
  }),
  experimental: {
    // Lightning CSS rewrites CSS that older browsers lack, such as light-dark().
    useLightningcss: true,
    // A production process loads every page before it listens. Elsewhere an early start is worth more.
    preloadEntriesOnStart: process.env.APP_ENV === "production",
    // It takes a sixth of the build, and logged errors would name no functions.
    serverMinification: false,
  },
  turbopack: { root: import.meta.dirname },
};
