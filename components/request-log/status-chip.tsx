import { Chip } from "../ui/display/chip";

const toneOf = (status: number) => (status >= 500 ? "red" : status >= 400 ? "amber" : "green");

/** The HTTP status of a response: amber for the caller's errors, red for the service's. */
export function StatusChip({ status }: { status: number }) {
  return (
    <Chip tone={toneOf(status)} className="figures">
      {status}
    </Chip>
  );
}
