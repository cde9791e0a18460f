import { z } from "zod";
import { listNotShown } from "./not-shown";

/** A JSON Schema (draft 2020-12) as a JSON object. */
export type JsonSchema = { [keyword: string]: unknown };

/** The path of named schemas in the document. */
export const COMPONENTS = "#/components/schemas/";

/**
 * Converts the schemas of the endpoints to JSON Schema. A schema with an id (`.meta({ id })`) becomes a named component.
 * The JSON form of a codec is its input, in responses too. A schema's `section` becomes the answers to what the
 * specification does not show there.
 */
export class SchemaConverter {
  readonly #components = new Map<string, JsonSchema>();

  /** Returns a schema as JSON Schema; a reference if it is a component. */
  convert(schema: z.ZodType): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...converted
    } = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: keepExamples,
    });
    for (const [name, definition] of Object.entries($defs ?? {})) {
      if (!this.#components.has(name)) this.#components.set(name, toDocument(definition));
    }
    return toDocument(converted);
  }

  /** Returns the component that a reference names. Throws for another schema. */
  resolve(schema: JsonSchema): JsonSchema {
    const component = this.#components.get(String(schema.$ref).slice(COMPONENTS.length));
    if (!component) throw new Error(`${JSON.stringify(schema)} names no component`);
    return component;
  }

  /** Adds a required member to a component that `convert` returned a reference to. Returns the reference. */
  extend(reference: JsonSchema, member: string, schema: JsonSchema): JsonSchema {
    const component = this.resolve(reference) as { properties: JsonSchema; required: string[] };
    component.properties[member] = schema;
    component.required = [...component.required, member];
    return reference;
  }

  /** Returns all components in the order of their names. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Adds the example and the default of a schema with a transform, which zod omits because they could be outputs. */
function keepExamples({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: JsonSchema;
}): void {
  const { examples, default: fallback } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples !== undefined) jsonSchema.examples = examples;
  if (fallback !== undefined) jsonSchema.default = fallback;
}

/** Rewrites references to the document's components, and `section` to `x-not-shown`. */
function toDocument(schema: object): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"${COMPONENTS}`);
  return JSON.parse(text, (_key, value) => {
    if (typeof value?.section !== "string") return value;
    const { section, ...rest } = value;
    const answers = listNotShown(section);
    return { ...rest, ...(answers.length > 0 && { "x-not-shown": answers }) };
  });
}
