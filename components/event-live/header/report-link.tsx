import { Printer } from "@/components/ui/icons/icons";
import { Button } from "../../ui/forms/button";
import * as texts from "./texts";

/** Link to the printable summary of a closed event; a phone has it in the export menu. */
export function ReportLink({ sessionId }: { sessionId: string }) {
  return (
    <Button asChild className="max-md:hidden">
      <a href={`/events/${sessionId}/print`} target="_blank" rel="noreferrer">
        <Printer aria-hidden />
        {texts.eventReport}
      </a>
    </Button>
  );
}
