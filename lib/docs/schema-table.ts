import type { JsonSchema } from "@/lib/openapi/json-schema";
import type { OpenApi } from "@/lib/openapi/types";

/** One member of a schema, with the path to it: `collection.pos_count`, `pos_terminals[].label`. */
interface Member {
  path: string;
  type: string;
  isRequired: boolean;
  description: string;
}

const asSchema = (value: unknown): JsonSchema => value as JsonSchema;

/** Returns the schema that a reference names, with the reference's own keywords; other schemas as they are. */
function resolve(schema: JsonSchema, document: OpenApi): JsonSchema {
  if (typeof schema.$ref !== "string") return schema;
  const { $ref, ...own } = schema;
  return { ...document.components.schemas[$ref.split("/").at(-1) ?? ""], ...own };
}

/** Splits a schema that may be null into the other schema and whether it may be null. */
function withoutNull(schema: JsonSchema, document: OpenApi): { schema: JsonSchema; isNullable: boolean } {
  const options = Array.isArray(schema.anyOf) ? schema.anyOf.map(asSchema) : [];
  const others = options.filter(({ type }) => type !== "null");
  const [only] = others;
  if (others.length !== 1 || !only || others.length === options.length) return { schema, isNullable: false };
  const { anyOf: _, ...own } = schema;
  return { schema: { ...resolve(only, document), ...own }, isNullable: true };
}

/** Describes the values of a schema in a few words, in Markdown. */
export function describeType(given: JsonSchema, document: OpenApi): string {
  const { schema, isNullable } = withoutNull(resolve(given, document), document);
  const or = isNullable ? " or null" : "";
  if ("const" in schema) return `\`${JSON.stringify(schema.const)}\`${or}`;
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ") + or;
  if (schema.type === "array") return `array of ${describeType(asSchema(schema.items), document)}${or}`;
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.map((one) => describeType(asSchema(one), document)).join(" or ");
  const type = [schema.type ?? "any"].flat().join(" or ");
  return `${type}${describeLimits(schema)}${or}`;
}

function describeLimits({ type, maxLength, minimum, maximum, format }: JsonSchema): string {
  if (type === "string" && maxLength !== undefined) return `, at most ${maxLength} characters`;
  if (type === "string" && format === "date-time") return ", timestamp";
  if (type !== "integer" || minimum === undefined) return "";
  return maximum === Number.MAX_SAFE_INTEGER ? `, from ${minimum}` : `, ${minimum} to ${maximum}`;
}

/** Lists the members of a schema and of the schemas in it, in their order. */
export function listMembers(given: JsonSchema, document: OpenApi, prefix = ""): Member[] {
  const { schema } = withoutNull(resolve(given, document), document);
  if (schema.type === "array") return listMembers(asSchema(schema.items), document, `${prefix}[]`);
  if (typeof schema.properties !== "object" || schema.properties === null) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const { schema: member } = withoutNull(resolve(asSchema(property), document), document);
    const own: Member = {
      path,
      type: describeType(asSchema(property), document),
      isRequired: required.includes(name),
      description: String(member.description ?? ""),
    };
    return [own, ...listMembers(asSchema(property), document, path)];
  });
}
