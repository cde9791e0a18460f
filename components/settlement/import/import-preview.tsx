import { formatCount } from "@/lib/core/format/count";
import type { ImportOutcome, SettlementImportJson } from "../api";
import * as texts from "./texts";

const countOf = ({ lines }: SettlementImportJson, ...outcomes: ImportOutcome[]) =>
  lines.filter(({ outcome }) => outcomes.includes(outcome)).length;

/** Returns how many lines the import of a checked file has an effect for; 0 if an invalid line prevents it. */
export const countImportable = (preview: SettlementImportJson): number =>
  preview.invalid.length > 0 ? 0 : countOf(preview, "ready", "pending", "exception");

const OUTCOMES: readonly [ImportOutcome, string][] = [
  ["ready", texts.willBeSettled],
  ["pending", texts.willBeSettledOnceSuccessful],
  ["exception", texts.willOpenAnException],
  ["imported", texts.importedAlready],
  ["unknown", texts.notAPaymentOfThisEvent],
];

/** The most lines that are listed; a file can have thousands. */
const MAX_LISTED = 50;

/** The effect of importing a file: the number of lines by outcome, and each invalid or differing line. */
export function ImportPreview({ preview }: { preview: SettlementImportJson }) {
  const differing = preview.lines.filter(({ outcome }) => outcome === "exception");
  const notes = [...preview.invalid, ...differing].toSorted((one, other) => one.line - other.line);
  const more = notes.length - MAX_LISTED;
  return (
    <div className="flex flex-col gap-3 text-body">
      <ul className="flex flex-col gap-1">
        {preview.invalid.length > 0 && (
          <li className="text-red">
            <Lines count={preview.invalid.length} />
            {texts.notValidNothingIsImported}
          </li>
        )}
        {OUTCOMES.map(([outcome, text]) => {
          const count = countOf(preview, outcome);
          return (
            count > 0 && (
              <li key={outcome}>
                <Lines count={count} />: {text}
              </li>
            )
          );
        })}
      </ul>
      {notes.length > 0 && (
        <ol className="flex flex-col gap-1.5 border-edge border-t pt-3 text-ink-2 text-meta">
          {notes.slice(0, MAX_LISTED).map(({ line, detail }) => (
            <li key={line}>
              <span className="font-medium text-ink">{texts.line(formatCount(line))}</span> {detail}
            </li>
          ))}
          {more > 0 && <li>{texts.moreAreNotListed(formatCount(more))}</li>}
        </ol>
      )}
    </div>
  );
}

function Lines({ count }: { count: number }) {
  return <span className="font-medium">{texts.countLines(count)}</span>;
}
