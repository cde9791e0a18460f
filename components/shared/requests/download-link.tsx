"use client";

import type { ComponentProps, MouseEvent } from "react";
import { toast } from "../../ui/feedback/toast";
import { ApiError, asApiError } from "./api";
import * as texts from "./late-texts";

/** Returns the file name that the server suggests. */
function fileName(response: Response): string {
  const suggested = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return suggested ? decodeURIComponent(suggested) : "export";
}

/** Downloads a file and saves it under the name that the server suggests. Throws `ApiError`. */
async function download(href: string): Promise<void> {
  const response = await fetch(href, { credentials: "same-origin" }).catch((thrown: unknown) => {
    throw asApiError(thrown);
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  const file = await response.blob().catch((thrown: unknown) => {
    throw asApiError(thrown);
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = fileName(response);
  link.click();
  // Revoked later, because the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface DownloadLinkProps extends ComponentProps<"a"> {
  href: string;
}

/** A link to a file. Unlike the browser's own download, it says when the file cannot be downloaded. */
export function DownloadLink({ href, onClick, ...rest }: DownloadLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    download(href).catch((thrown: unknown) =>
      toast({ tone: "failed", text: texts.theFileWasNotDownloaded(asApiError(thrown).detail) }),
    );
  };
  return <a {...rest} href={href} download onClick={press} />;
}
