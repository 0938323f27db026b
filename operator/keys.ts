import { type Command, subcommand } from "./subcommand";

const signingKeys = () => import("@/lib/auth/tokens/signing-keys");

export const keys: Command = {
  name: "keys",
  summary: "Renew the key that signs access tokens.",
  subcommands: {
    rotate: subcommand({
      help: "Sign new access tokens with a new key. Tokens of the old key stay valid.",
      async run() {
        await (await signingKeys()).rotateSigningKey();
        console.log(done);
      },
    }),
    replace: subcommand({
      help: "After a leak: drop the old keys, which ends every access token.",
      async run() {
        await (await signingKeys()).replaceSigningKeys();
        console.log(done);
      },
    }),
  },
};

const done = "Done. Running processes follow within a minute.";
