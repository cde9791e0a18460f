"use client";

import { useState } from "react";
import { Landmark } from "@/components/ui/icons/icons";
import { Button } from "../ui/forms/button";
import { LazyPart, prefetch } from "../ui/overlays/lazy";
import * as texts from "./texts";

/** The dialog is used once per event at most, and loaded on demand. */
const fetchDialog = () => import("./attach-dialog").then((module) => module.AttachDialog);
const prefetchDialog = () => prefetch(fetchDialog);

/** Button that opens the dialog to attach an account to an event. */
export function AttachButton({ sessionId }: { sessionId: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        className="self-start"
        onPointerEnter={prefetchDialog}
        onFocus={prefetchDialog}
        onClick={() => setOpen(true)}
      >
        <Landmark aria-hidden />
        {texts.attachAnAccount}
      </Button>
      {isOpen && <LazyPart part={fetchDialog} given={{ sessionId, onClose: close }} onFailed={close} />}
    </>
  );
}
