import { CopyButton } from "./copy-button";

/** Copies an id that is shown cut, in a row that opens as a whole: the button is above the row's click area. */
export function CopyId({ id, name }: { id: string; name: string }) {
  return (
    <CopyButton
      text={id}
      name={name}
      className="relative z-1 size-6 text-ink-3 max-md:-my-2.5 max-md:size-11"
    />
  );
}
