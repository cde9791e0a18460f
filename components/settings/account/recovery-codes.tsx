import { CopyButton } from "../../ui/feedback/copy-button";
import * as texts from "./texts";

/** New recovery codes. The server returns them only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="space-y-3">
      <p className="text-body text-ink-2">{texts.eachOfTheseWorksOnce}</p>
      <ul
        aria-label={texts.recoveryCodes}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-card border border-edge bg-subtle p-3 font-mono text-body max-[340px]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} name={texts.theRecoveryCodes} label={texts.copyAll} />
    </div>
  );
}
