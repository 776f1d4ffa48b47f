import type { FieldProps } from "@rjsf/utils";
import { createContext, useContext } from "react";
import type { PlaceParts, ThaiPlace } from "../../../domain/thai-places.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { partsOf, usePlaces } from "./places.ts";

/**
 * The address that a field is a part of: its parts, the list of places, and a function that sets several
 * parts.
 */
export type AddressAround = {
  readonly parts: PlaceParts;
  readonly rows: readonly ThaiPlace[] | null;
  readonly fill: (parts: Partial<PlaceParts>) => void;
};

const Context = createContext<AddressAround | null>(null);

/** Returns the address that the surrounding address field provides. */
export function useAddress(): AddressAround {
  const address = useContext(Context);
  if (address === null) throw new Error("useAddress: no address around");
  return address;
}

/** An address in Thailand as a group of fields. Showing the group loads the list of places. */
export function AddressField(props: FieldProps) {
  const { ObjectField } = props.registry.fields as { readonly ObjectField: React.ComponentType<FieldProps> };
  const rows = usePlaces();
  const address = (props.formData ?? {}) as JsonObject;
  const fill = (parts: Partial<PlaceParts>) => {
    const next = Object.entries({ ...address, ...parts }).filter(([, value]) => value !== "");
    props.onChange(Object.fromEntries(next), props.fieldPathId.path);
  };
  return (
    <Context value={{ parts: partsOf(address), rows, fill }}>
      <ObjectField {...props} />
    </Context>
  );
}
