"use client";

import { type ComponentProps, useState } from "react";
import { Eye, EyeOff } from "@/components/ui/icons/late-icons";
import { Button } from "./button";
import { TextField } from "./field";
import * as texts from "./texts";

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "end" | "size">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      size="large"
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <Button
          tone="ghost"
          size="small"
          square
          aria-label={texts.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden />
        </Button>
      }
    />
  );
}
