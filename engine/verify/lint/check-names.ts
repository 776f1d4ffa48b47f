import type { Definition } from "../../flow/definition.ts";
import { fitsSchema } from "../../flow/fits-schema.ts";
import type { ChallengeStep, FieldHints, Step } from "../../flow/flow-file.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { Formats } from "../../rules/format.ts";
import { equalJson } from "../../values/canonical-json.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import type { Fault } from "./fault.ts";
import { fieldKindOf, type HintValues, listOf, type Names, type WidgetUse } from "./names.ts";

/**
 * Checks the names in a flow of things that code declares: widgets, hints, purposes and challenges. Each must
 * exist and be used correctly.
 */
export function checkNames(definition: Definition, names: Names): readonly Fault[] {
  return [
    ...entryFaults(definition, names),
    ...Object.entries(definition.flow.steps).flatMap(([id, step]) => [
      ...fieldFaults(definition, names, id),
      ...hintsWithoutForm(definition, id, step),
      ...(step.kind === "challenge" ? challengeFaults(definition, names, id, step) : []),
    ]),
  ];
}

/** Reports a flow's page, or a location that links to the flow, that does not exist in the portal. */
function entryFaults({ flow }: Definition, names: Names): readonly Fault[] {
  const { address, entries = [] } = flow;
  const places = names.entries;
  return [
    ...(address === undefined || names.addresses.includes(address)
      ? []
      : [
          {
            pointer: "/address",
            says: { key: "unknown-address", params: { address, addresses: names.addresses } },
          } as const,
        ]),
    ...entries.flatMap(({ place }, index): readonly Fault[] =>
      places.includes(place)
        ? []
        : [{ pointer: `/entries/${index}/place`, says: { key: "unknown-entry", params: { place, places } } }],
    ),
  ];
}

/** A form field, and its data path as hints write it: without the positions of list items. */
type Place = { readonly place: string; readonly schema: JsonSchema };
type Hinted = Place & { readonly formats: Formats };

function placesIn(schema: JsonSchema, before = ""): readonly Place[] {
  return fieldsOf(schema).flatMap((field) => {
    const place = `${before}${field.name}`;
    const inner = isObject(field.schema.items) ? field.schema.items : field.schema;
    return [{ place, schema: field.schema }, ...placesIn(inner, `${place}.`)];
  });
}

function fieldFaults(definition: Definition, names: Names, id: string): readonly Fault[] {
  const step = definition.flow.steps[id] as Step;
  const schema = definition.schemas[id];
  if (schema === undefined || !hasForm(step)) return [];
  const places = placesIn(schema);
  const hints = step.ui ?? {};
  const unhinted = places.filter(({ place }) => hints[place]?.widget === undefined);
  return [
    ...places.flatMap((field): readonly Fault[] =>
      Object.hasOwn(hints, field.place)
        ? []
        : meaningFaults(names, field, {
            given: {},
            taken: hintsOfKind(names, fieldKindOf(field.schema)),
            pointer: `/steps/${id}/ui`,
          }),
    ),
    ...unhinted.flatMap((field): readonly Fault[] => {
      const kind = fieldKindOf(field.schema);
      if (!names.mustNameWidget.includes(kind)) return [];
      const widgets = widgetsFor(names, kind);
      const says = { key: "widget-missing", params: { field: field.place, kind, widgets } } as const;
      return [{ file: formSchemaFile(definition.flow.id, id, step), pointer: pointerOf(field.place), says }];
    }),
    ...Object.entries(hints).flatMap(([place, given]) => {
      const pointer = `/steps/${id}/ui/${place}`;
      const field = places.find((one) => one.place === place);
      // If no field has the first name of the hint, another check reports that.
      if (field === undefined)
        return place.includes(".") ? [unknownField(definition, id, place, pointer)] : [];
      return hintFaults(names, { ...field, formats: tradeOf(definition).formats }, given, pointer);
    }),
  ];
}

function unknownField(definition: Definition, step: string, field: string, pointer: string): Fault {
  const fields = placesIn(definition.schemas[step] as JsonSchema).map(({ place }) => place);
  return { pointer, says: { key: "unknown-field", params: { step, field, fields } } };
}

function hintFaults(names: Names, field: Hinted, given: FieldHints, pointer: string): readonly Fault[] {
  const kind = fieldKindOf(field.schema);
  const { widget, ...hints } = given;
  const use = widget === undefined ? undefined : widgetOf(names, widget);
  if (widget !== undefined && use === undefined) {
    const widgets = Object.keys(names.widgets);
    return [{ pointer: `${pointer}/widget`, says: { key: "unknown-widget", params: { widget, widgets } } }];
  }
  if (widget !== undefined && use?.fits.includes(kind) === false) {
    const widgets = widgetsFor(names, kind);
    const params = { widget, field: field.place, kind, widgets };
    return [{ pointer: `${pointer}/widget`, says: { key: "widget-misfit", params } }];
  }
  const taken = use === undefined ? hintsOfKind(names, kind) : hintsOf(use);
  const missing = (use?.needs ?? []).filter((hint) => hints[hint] === undefined);
  return [
    ...missing.map(
      (hint): Fault => ({
        pointer,
        says: {
          key: "hint-missing",
          params: { widget: String(widget), hint, values: valuesOf(names, hint) },
        },
      }),
    ),
    ...Object.entries(hints).flatMap(([hint, value]): readonly Fault[] => {
      const at = `${pointer}/${hint}`;
      if (!taken.includes(hint))
        return [
          { pointer: at, says: { key: "unknown-hint", params: { hint, field: field.place, hints: taken } } },
        ];
      return valueFaults(names, field, { hint, value: value as Json, pointer: at });
    }),
    ...meaningFaults(names, field, { given, taken, pointer }),
  ];
}

type Given = { readonly given: FieldHints; readonly taken: readonly string[]; readonly pointer: string };

/**
 * Reports fields whose hints do not fit their meaning. For example, a consent must show its document, and an
 * upload must name the picture to take. Some hints are allowed only at fields of certain meanings.
 */
function meaningFaults(
  names: Names,
  { place, schema }: Place,
  { given, taken, pointer }: Given,
): readonly Fault[] {
  const means = typeof schema.means === "string" ? schema.means : "";
  const wanted = Object.hasOwn(names.means, means) ? (names.means[means] ?? {}) : {};
  const differing = Object.entries(wanted).flatMap(([hint, value]): readonly Fault[] => {
    const said = given[hint];
    if (said === value || (hint !== "widget" && !taken.includes(hint))) return [];
    const params = { hint, field: place, means, wanted: value };
    return [
      said === undefined
        ? { pointer, says: { key: "hint-meaning.missing", params } }
        : {
            pointer: `${pointer}/${hint}`,
            says: { key: "hint-meaning", params: { ...params, value: String(said) } },
          },
    ];
  });
  const foreign = Object.entries(given).flatMap(([hint, value]): readonly Fault[] => {
    if (hint === "widget" || Object.hasOwn(wanted, hint) || !("list" in (names.hints[hint] ?? {}))) return [];
    const meanings = Object.keys(names.means).filter((one) => names.means[one]?.[hint] === value);
    if (meanings.length === 0) return [];
    const params = { hint, value: String(value), field: place, meanings };
    return [{ pointer: `${pointer}/${hint}`, says: { key: "hint-meaning.unsaid", params } }];
  });
  return [...differing, ...foreign];
}

type Hint = { readonly hint: string; readonly value: Json; readonly pointer: string };

function valueFaults(names: Names, field: Hinted, { hint, value, pointer }: Hint): readonly Fault[] {
  const allowed = names.hints[hint] as HintValues;
  if (!("values" in allowed)) {
    const values = valuesOf(names, hint);
    if (!values.includes(value as string))
      return [
        { pointer, says: { key: "hint-value", params: { hint, value: JSON.stringify(value), values } } },
      ];
    const kinds = "only" in allowed ? allowed.only?.[value as string] : undefined;
    const kind = fieldKindOf(field.schema);
    if (kinds === undefined || kinds.includes(kind)) return [];
    const params = { hint, value: String(value), field: field.place, kind, kinds };
    return [{ pointer, says: { key: "hint-value.kind", params } }];
  }
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return all.flatMap((one, index): readonly Fault[] => {
    const isRepeated = all.findIndex((other) => equalJson(other, one)) < index;
    if (!isRepeated && fitsSchema(one, field.schema, field.formats)) return [];
    return [
      {
        pointer: Array.isArray(value) ? `${pointer}/${index}` : pointer,
        says: {
          key: isRepeated ? "hint-value.repeated" : "hint-value.field",
          params: { hint, value: JSON.stringify(one), field: field.place },
        },
      },
    ];
  });
}

function challengeFaults(
  definition: Definition,
  names: Names,
  id: string,
  step: ChallengeStep,
): readonly Fault[] {
  const { flow } = definition;
  const { challenge } = step;
  // Every person can be reached by the channels in `names`. A code can go by another channel only if the
  // person is logged in and the flow asks for the address.
  const isTyped = step.to !== undefined && flow.subject === "account";
  const channels = isTyped ? Object.keys(tradeOf(definition).addresses ?? {}) : names.channels;
  const known = Object.hasOwn(names.challenges, challenge) ? names.challenges[challenge] : undefined;
  if (known === undefined) {
    const challenges = Object.keys(names.challenges);
    return [
      {
        pointer: `/steps/${id}/challenge`,
        says: { key: "challenge-not-offered", params: { challenge, challenges } },
      },
    ];
  }
  const rule = known.needs;
  // A visitor has no verified address. The code goes to the address that the visitor typed; the check
  // `needs-account` makes sure of this.
  const proved =
    (flow.subject === "anonymous" && step.to !== undefined) ||
    flow.invariants.some((one) => one.before === id && one.rule === rule);
  return [
    ...named(`/steps/${id}/action`, "action", step.action, names.actions),
    ...named(`/steps/${id}/channel`, "channel", step.channel, channels),
    ...(proved
      ? []
      : [
          {
            pointer: "/invariants",
            says: { key: "invariant-missing.challenge", params: { step: id, challenge, rule } },
          } as const,
        ]),
  ];
}

function named(
  pointer: string,
  hint: string,
  value: string | undefined,
  values: readonly string[],
): readonly Fault[] {
  if (value === undefined || values.includes(value)) return [];
  return [{ pointer, says: { key: "hint-value", params: { hint, value: JSON.stringify(value), values } } }];
}

/** Reports hints at a step without a form, because they would never be used. */
function hintsWithoutForm({ schemas }: Definition, id: string, step: Step): readonly Fault[] {
  if (schemas[id] !== undefined && hasForm(step)) return [];
  return Object.keys(step.ui ?? {}).map((field) => ({
    pointer: `/steps/${id}/ui/${field}`,
    says: { key: "unknown-field", params: { step: id, field, fields: [] } },
  }));
}

function widgetOf(names: Names, widget: string): WidgetUse | undefined {
  return Object.hasOwn(names.widgets, widget) ? names.widgets[widget] : undefined;
}

function widgetsFor(names: Names, kind: string): readonly string[] {
  return Object.entries(names.widgets).flatMap(([name, { fits }]) => (fits.includes(kind) ? [name] : []));
}

/**
 * Returns the hints that a field without a named widget may have: the hints of all widgets that fit its kind.
 */
function hintsOfKind(names: Names, kind: string): readonly string[] {
  return [...new Set(widgetsFor(names, kind).flatMap((name) => hintsOf(names.widgets[name] as WidgetUse)))];
}

function hintsOf({ hints = [], needs = [] }: WidgetUse): readonly string[] {
  return [...needs, ...hints];
}

function valuesOf(names: Names, hint: string): readonly string[] {
  const allowed = names.hints[hint] as HintValues;
  if ("words" in allowed) return allowed.words;
  return "list" in allowed ? listOf(names, allowed.list) : [];
}

/**
 * Returns the pointer, in a schema's file, of the field that a hint names. For a field inside a group or
 * list, returns the pointer of the group or list.
 */
function pointerOf(place: string): string {
  return `/properties/${place.split(".")[0]}`;
}
