"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { TextField } from "./text-field";

/** A password, hidden until one asks to see it. */
export function PasswordField(given: Omit<ComponentProps<typeof TextField>, "type" | "action">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...given}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={isShown}
          aria-controls={given.id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-[6px] text-ink-2 hover:bg-subtle focus-visible:outline-2 focus-visible:outline-brand"
        >
          <Icon className="size-4" strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}
