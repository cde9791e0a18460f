import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, sendJson } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import type { SettlementImportJson } from "../api";
import * as texts from "./texts";

/** The request must stay below the service's body limit of 1 MiB, in which quotes are escaped. */
const MAX_FILE_BYTES = 900_000;

/** A chosen file with the effect of its import. */
interface CheckedFile {
  csv: string;
  preview: SettlementImportJson;
}

/** Checks a settlement file when it is chosen, and imports it. */
export function useImport(sessionId: string, onImported: () => void) {
  const client = useQueryClient();
  const path = `/api/dashboard/sessions/${sessionId}/settlement/import`;
  const request = (csv: string, preview: boolean) =>
    sendJson<SettlementImportJson>("POST", path, { csv, preview });
  const checking = useMutation({
    mutationFn: async (file: File): Promise<CheckedFile> => {
      if (file.size > MAX_FILE_BYTES)
        throw new ApiError(0, { detail: "The file is larger than 900 KB. Split it." });
      const csv = await file.text();
      return { csv, preview: await request(csv, true) };
    },
  });
  const importing = useMutation({
    mutationFn: ({ csv }: CheckedFile) => request(csv, false),
    onSuccess: ({ lines }) => {
      const count = lines.filter(({ outcome }) => outcome === "ready").length;
      toast({ text: texts.settled(texts.countPayments(count)) });
      onImported();
      return client.invalidateQueries({ queryKey: ["session", sessionId] });
    },
  });
  const check = (file: File | undefined) => {
    importing.reset();
    if (file) checking.mutate(file);
    else checking.reset();
  };
  return {
    check,
    checked: checking.data,
    send: importing.mutate,
    isBusy: checking.isPending || importing.isPending,
    fault: (importing.error ?? checking.error)?.message,
  };
}
