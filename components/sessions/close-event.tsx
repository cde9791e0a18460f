"use client";

import { CircleStop } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button";
import { CloseEventDialog } from "./close-event-dialog";

interface CloseEventButtonProps {
  sessionId: string;
  name: string;
  className?: string;
}

/** Asks whether an event shall be closed, and closes it. Show it only while the event is open, to those who may. */
export function CloseEventButton({ sessionId, name, className }: CloseEventButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className={className} onClick={() => setOpen(true)}>
        <CircleStop aria-hidden />
        Close event
      </Button>
      {open && <CloseEventDialog sessionId={sessionId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
