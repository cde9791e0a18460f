import { Card, CardHead } from "../shared/layout/card";
import { CodeBlock } from "../ui/feedback/code-block";
import * as texts from "./texts";

const REQUEST = `curl $BASE_URL/v1/sessions \\
  -H "x-api-key: $TAKINGS_KEY" \\
  -H "content-type: application/json" \\
  -d '{
    "external_event_id": "ljn-2026",
    "name": "Lagos Jazz Night 2026",
    "collection": {
      "account": true,
      "pos": true,
      "pos_count": 8
    }
  }'`;

/** Example of a platform's first API request. */
export function EventSnippet() {
  return (
    <Card className="h-fit">
      <CardHead title={texts.createAnEvent} />
      <CodeBlock json name={texts.theRequest} code={REQUEST} className="rounded-none border-x-0 border-b-0" />
    </Card>
  );
}
