import { ActionForm } from "@/components/dashboard/ui/action-form";
import { OverlapField } from "@/components/dashboard/ui/overlap-field";
import { PasswordField } from "@/components/dashboard/ui/password-field";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";

type Props = { mode: string; nextFrom: Date | null; hasFormer: boolean; isPublic: boolean };

const labels = {
  hash_key: "Hash key",
  signing_secret: "Signing secret",
  next_hash_key: "New hash key",
  next_signing_secret: "New signing secret",
  next_from: "The new ones take over at",
};

export function HashKey({ mode, nextFrom, hasFormer, isPublic }: Props) {
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  return (
    <>
      <PageHead title="Hash key">
        <p>
          Your shop proves with these that a result came from us. The hash key is part of the hash of every success; the
          signing secret signs every result. Test and live have their own.
        </p>
        <p>
          A hash that does not fit? The <a href={`/dashboard/${mode}/hash-inspector`}>hash inspector</a> names the
          mistake.
        </p>
      </PageHead>
      {nextFrom && <Overlap nextFrom={nextFrom} action={actionOf("switch-hash-key")} />}
      {hasFormer && (
        <Notice tone="info">
          Results are made with your new keys. After the change, keep accepting the former ones for another hour:
          customers may be on their way back.
        </Notice>
      )}
      <Card title="Show the keys">
        <ActionForm
          action={actionOf("reveal-hash-key")}
          submit="Show"
          kind="secondary"
          reveals={labels}
          revealNote="Keep them on your server only. They are hidden again when you close this."
        >
          <PasswordField />
        </ActionForm>
      </Card>
      <Card title="Rotate">
        {isPublic ? (
          <p>The keys of the public sandbox are printed in the docs and never change.</p>
        ) : (
          <>
            <ol>
              <li>You get a new hash key and a new signing secret. Nothing else changes yet.</li>
              <li>During the overlap, teach your shop to accept both the old and the new ones.</li>
              <li>At its end, or when you say so, results are made with the new ones alone.</li>
            </ol>
            {nextFrom && <p>Rotating again now replaces the new keys that are still waiting.</p>}
            <ActionForm
              action={actionOf("rotate-hash-key")}
              submit="Rotate keys"
              kind="danger"
              reveals={labels}
              revealNote="Teach your shop to accept these, too. You can show them again with your password."
            >
              <OverlapField hint="How long results go on being made with the old keys." />
              <PasswordField />
            </ActionForm>
          </>
        )}
      </Card>
    </>
  );
}

function Overlap({ nextFrom, action }: { nextFrom: Date; action: string }) {
  return (
    <Notice tone="warning">
      <p>
        New keys take over at <Moment at={nextFrom} />. Until then results are made with the old ones: your shop should
        accept both.
      </p>
      <ActionForm
        action={action}
        submit="Use the new keys now"
        kind="secondary"
        confirm={{
          title: "Use the new keys now?",
          text: "A shop that knows only the old keys refuses results from now on.",
          keep: "Wait",
        }}
      />
    </Notice>
  );
}
