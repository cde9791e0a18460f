import { type ChangeEvent, useId, useRef, useState } from "react";
import { formatCount } from "@/lib/core/format/count";
import { LOGO_SIDE_LIMIT, LOGO_SIZE_LIMIT, MAX_LOGO_BYTES } from "@/lib/organisations/labels";
import { Card, CardHead } from "../../shared/layout/card";
import { ConfirmDialog } from "../../shared/layout/confirm-dialog";
import { EmptyState } from "../../shared/layout/empty";
import { asApiError } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { OrganisationLogo } from "./organisation-logo";
import * as texts from "./texts";
import { type ProfileJson, useSetLogo } from "./use-profile";

const ACCEPTED = "image/png,image/jpeg,image/webp";
const LIMITS = texts.acceptedImages(LOGO_SIZE_LIMIT, LOGO_SIDE_LIMIT);

/** Returns why a file cannot be a logo; the server checks the rest. Larger ones would exceed the limit of a request. */
const findFault = ({ size }: File) =>
  size > MAX_LOGO_BYTES
    ? texts.logoIsTooLarge(LOGO_SIZE_LIMIT, formatCount(Math.ceil(size / 1024)))
    : undefined;

/** What sets the logo to a file, and the error of the last try. */
function useUpload() {
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useSetLogo();
  function upload(file: File) {
    const own = findFault(file);
    setFault(own);
    if (own || isPending) return;
    mutate(file, {
      onSuccess: () => toast({ text: texts.theLogoIsSet }),
      onError: (thrown) => {
        const error = asApiError(thrown);
        setFault(error.findFieldError("/image", { label: texts.logo }) ?? error.detail);
      },
    });
  }
  return { fault, upload, isPending };
}

/** The organisation's logo, with its upload and removal for owners. */
export function LogoCard({ profile, mayChange }: { profile: ProfileJson; mayChange: boolean }) {
  const [isRemoving, setRemoving] = useState(false);
  const { fault, upload, isPending } = useUpload();
  return (
    <Card aria-label={texts.logo}>
      <CardHead title={texts.logo}>
        {mayChange && profile.logo && (
          <Button size="small" tone="danger-text" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        )}
      </CardHead>
      <div className="space-y-4 border-edge border-t px-4 py-4">
        {profile.logo ? (
          <OrganisationLogo profile={profile} className="max-h-32" />
        ) : (
          <EmptyState title={texts.noLogoYet}>{texts.printedPagesShowIt}</EmptyState>
        )}
        {mayChange && (
          <FilePicker
            label={profile.logo ? texts.replaceTheLogo : texts.chooseALogo}
            isBusy={isPending}
            fault={fault}
            onPick={upload}
          />
        )}
      </div>
      {isRemoving && <RemoveLogoDialog onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function RemoveLogoDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useSetLogo();
  return (
    <ConfirmDialog
      title={texts.removeTheLogo}
      description={texts.printedPagesNoLongerShowIt}
      cancelLabel={texts.keepIt}
      confirmLabel={texts.remove}
      isBusy={isPending}
      failure={{ title: texts.itWasNotRemoved, thrown: error }}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface FilePickerProps {
  label: string;
  isBusy: boolean;
  fault: string | undefined;
  onPick: (file: File) => void;
}

/** A button that opens the browser's choice of a file, whose hint or error is below. */
function FilePicker({ label, isBusy, fault, onPick }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // The same file can be chosen again, after it was corrected.
    target.value = "";
    if (file) onPick(file);
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label={texts.logoFile}
        tabIndex={-1}
        onChange={pick}
        className="hidden"
      />
      <Button busy={isBusy} aria-describedby={noteId} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p
        id={noteId}
        role={fault ? "alert" : undefined}
        className={`mt-1.5 text-meta ${fault ? "text-red" : "text-ink-3"}`}
      >
        {fault ?? LIMITS}
      </p>
    </div>
  );
}
