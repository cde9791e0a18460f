"use client";

import { useState } from "react";
import { Plus } from "@/components/ui/icons/icons";
import { formatCount } from "@/lib/core/format/count";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { useNow } from "../shared/format/clock";
import { Card, CardHead } from "../shared/layout/card";
import { announce } from "../ui/browser/live-region";
import { KeyReveal } from "../ui/feedback/key-reveal";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import type { ApiKey, ApiKeys, NewApiKey } from "./api";
import { IssueKeyDialog, RevokeKeyDialog, RotateKeyDialog } from "./key-dialogs";
import { KeyTable } from "./key-table";
import * as texts from "./texts";
import { useKeyActions, useKeys } from "./use-keys";

type OpenDialog =
  | { action: "issue"; mode: "test" | "live" }
  | { action: "rotate"; key: ApiKey }
  | { action: "revoke"; key: ApiKey };

/** The organisation's API keys, with issuing, rotating and revoking. Shows a new key once. */
export function KeysView({ initial, modes }: { initial: ApiKeys; modes: readonly ("live" | "test")[] }) {
  const { keys } = useKeys(initial);
  const [dialog, setOpenDialog] = useState<OpenDialog>();
  const [newKey, setNewKey] = useState<NewApiKey>();
  const now = useNow().toISOString();
  const close = () => setOpenDialog(undefined);
  const actions = useKeyActions({
    onNew: (key) => {
      setNewKey(key);
      announce(texts.isReady(stripInvisibleCharacters(key.name)));
    },
    onDone: () => {
      if (dialog?.action === "revoke") toast({ text: texts.theKeyIsRevoked });
      close();
    },
  });
  const ask = (next: OpenDialog) => {
    for (const action of Object.values(actions)) action.reset();
    setOpenDialog(next);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {newKey && (
        <KeyReveal
          key={newKey.key_id}
          title={texts.isReady(stripInvisibleCharacters(newKey.name))}
          secret={newKey.api_key}
          name="key"
          note={texts.keepItOnYourServer}
          onStored={() => setNewKey(undefined)}
        />
      )}
      {modes.map((mode) => {
        const own = keys.filter((key) => key.mode === mode);
        const label = mode === "live" ? texts.liveKeys : texts.testKeys;
        return (
          <Card key={mode}>
            <CardHead
              title={label}
              count={texts.working(formatCount(own.filter((key) => key.is_working).length))}
            >
              <Button
                tone={mode === modes[0] ? "primary" : "plain"}
                size="small"
                onClick={() => ask({ action: "issue", mode })}
              >
                <Plus aria-hidden />
                {mode === "live" ? texts.issueKey : texts.issueTestKey}
              </Button>
            </CardHead>
            <KeyTable
              label={label}
              keys={own}
              now={now}
              onRotate={(key) => ask({ action: "rotate", key })}
              onRevoke={(key) => ask({ action: "revoke", key })}
            />
          </Card>
        );
      })}
      {dialog?.action === "issue" && <IssueKeyDialog mode={dialog.mode} actions={actions} onClose={close} />}
      {dialog?.action === "rotate" && <RotateKeyDialog of={dialog.key} actions={actions} onClose={close} />}
      {dialog?.action === "revoke" && <RevokeKeyDialog of={dialog.key} actions={actions} onClose={close} />}
    </div>
  );
}
