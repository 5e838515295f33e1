import { type Calls, type ReplyOf, postalCodeLength } from "@atrio/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { describeError } from "../../../../api/errors.ts";
import { query } from "../../../../api/query.ts";
import { useSettled } from "../../../../form/useSettled.ts";
import { t } from "../../../../i18n/i18n.ts";
import { ComboField, type ComboOption } from "../../../../ui/ComboField.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { SectionState } from "../section/SectionState.tsx";
import { useFailedLoad } from "../use-failed-load.ts";
import { withPlace } from "./contact-draft.ts";
import type { ContactForm } from "./use-contact-form.ts";
import { textProps } from "./text-props.ts";

type Places = ReplyOf<Calls["geographyLookup"]>;

/** Specification 1, section 7. */
const pauseMs = 200;

const optionsOf = (names: Readonly<Record<string, string>>): ComboOption[] =>
  Object.entries(names).map(([id, label]) => ({ id, label }));
/** In the order of their names, which a record with numbers for keys does not keep. */
const sorted = (options: readonly ComboOption[]): ComboOption[] =>
  options.toSorted((a, b) => a.label.localeCompare(b.label));

/** Country, state, town, postal code, address: each offers what lies in the one before. */
export function AddressFields({ form }: { form: ContactForm }) {
  const { country, state } = form.draft;
  const places = useQuery({
    ...query("geographyLookup", { input: { country, state } }),
    placeholderData: keepPreviousData,
  });
  useFailedLoad(places.error);
  return (
    <SectionState query={places} rows={3}>
      {(loaded) => <LoadedFields form={form} places={loaded} />}
    </SectionState>
  );
}

function LoadedFields({ form, places }: { form: ContactForm; places: Places }) {
  const { draft, faults, change } = form;
  const { country, state } = draft;
  const town = useTown(country, state, draft.city);
  const states = sorted(optionsOf(places.states));
  const fault = (name: "country" | "state" | "city" | "postalCode") => ({
    name,
    validate: () => faults[name] ?? null,
    validationBehavior: "aria" as const,
    isRequired: true,
  });
  return (
    <>
      <ComboField
        {...fault("country")}
        label={t("domain.contact_country")}
        options={sorted(optionsOf(places.countries))}
        value={country || null}
        onChange={(id) => change(withPlace(draft, "country", id))}
        emptyText={t("main.no_results")}
      />
      {states.length > 0 ? (
        <ComboField
          // another country's list, and no name left of the last one's
          key={country}
          {...fault("state")}
          label={places.names.state}
          options={
            states.some(({ id }) => id === state) || state === ""
              ? states
              : [{ id: state, label: state }, ...states]
          }
          value={state || null}
          onChange={(id) => change(withPlace(draft, "state", id))}
          emptyText={t("main.no_results")}
        />
      ) : (
        <TextField {...textProps(form, "state")} label={places.names.state} autoComplete="off" />
      )}
      <ComboField
        {...fault("city")}
        label={places.names.city}
        options={optionsOf(town.cities)}
        isSearched
        allowsCustomValue
        inputValue={draft.city}
        onInputChange={(city) => change({ ...draft, city })}
        emptyText={town.emptyText}
      />
      {Object.keys(town.postalCodes).length > 0 ? (
        <ComboField
          {...fault("postalCode")}
          label={t("domain.contact_postal_code")}
          options={sorted(optionsOf(town.postalCodes))}
          allowsCustomValue
          inputValue={draft.postalCode}
          onInputChange={(postalCode) => change({ ...draft, postalCode })}
          emptyText={t("main.no_results")}
        />
      ) : (
        <TextField
          {...textProps(form, "postalCode")}
          label={t("domain.contact_postal_code")}
          maxLength={postalCodeLength(country)}
          autoComplete="off"
          mono
        />
      )}
      <TextField
        {...textProps(form, "address")}
        label={t("domain.contact_address")}
        maxLength={255}
        autoComplete="off"
        className="col-span-full"
      />
    </>
  );
}

/** What may be meant by the letters typed so far, and the postal codes where they are a town's name. */
function useTown(country: string, state: string, typed: string) {
  const city = useSettled(typed, pauseMs);
  const { data, error, isFetching } = useQuery({
    ...query("geographyLookup", { input: { country, state, city } }),
    enabled: country !== "",
    placeholderData: keepPreviousData,
  });
  useFailedLoad(error);
  const isSearching = isFetching || city !== typed;
  const said = error ? describeError(error) : t("main.no_results");
  return {
    cities: data?.cities ?? {},
    postalCodes: data?.postalCodes ?? {},
    emptyText: isSearching ? t("domain.contact_searching") : said,
  };
}
