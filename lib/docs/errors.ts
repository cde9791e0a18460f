import { ERRORS } from "@/lib/core/errors/errors";
import { keysOf } from "@/lib/core/keys";
import { ERROR_DOCS, exampleProblem } from "@/lib/openapi/error-docs";

const INTRODUCTION = `Every error has the media type \`application/problem+json\` (RFC 9457). Branch on \`status\` or \`code\`;
\`title\` and \`detail\` are for people. \`type\` is the address of the error's section on this page. \`request_id\`, which is also
the header \`x-request-id\`, identifies the request in the service's log: include it when you report a problem.`;

/** Returns the documentation of all errors: a section for each code, whose id is the code. */
export function describeErrors(): string {
  const codes = keysOf(ERRORS);
  const rows = codes.map(
    (code) => `| ${ERRORS[code].status} | [\`${code}\`](#${code}) | ${ERRORS[code].title} |`,
  );
  const sections = codes.map((code) => {
    const { when, remedy } = ERROR_DOCS[code];
    return [
      `## \`${code}\``,
      `**${ERRORS[code].status} ${ERRORS[code].title}.** ${when}`,
      `**What to do.** ${remedy}`,
      `\`\`\`json\n${JSON.stringify(exampleProblem(code), null, 2)}\n\`\`\``,
    ].join("\n\n");
  });
  const table = ["| status | code | title |", "|---|---|---|", ...rows].join("\n");
  return [INTRODUCTION, table, ...sections].join("\n\n");
}
