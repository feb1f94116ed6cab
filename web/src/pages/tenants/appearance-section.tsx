import type { TenantSettingsRecord } from "@heliograph/contract";
import { use, useState } from "react";
import { accentShades, type Scheme } from "../../appearance/accent-shades.ts";
import { isColor } from "../../appearance/contrast.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { FormRefusal } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { pictureIn } from "../../ui/picture-file.ts";
import { errorText, isRefusal } from "../../ui/states.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useTenantName } from "./tenant-crumbs.tsx";

/** The colour of the product. */
const productColor = "#0b6482";
const logoBytes = 131_072;
const pictures = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

export function AppearanceSection({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const changeIn = (form: FormData): Partial<TenantSettingsRecord> => {
    const color = textOf(form, "accent").trim();
    if (color !== "" && !isColor(color)) throw new FormProblem(m.tenantSettings.badColor);
    return {
      title: textOf(form, "title").trim() || null,
      accentColor: color === "" ? null : color,
      logo: textOf(form, "logo") || null,
    };
  };
  return (
    <SettingsSection
      id="appearance"
      tenantId={tenantId}
      title={m.tenantSettings.appearance}
      text={m.tenantSettings.appearanceText}
      lines={8}
      changeIn={changeIn}
    >
      {(settings) => (
        <>
          <NameFact tenantId={tenantId} />
          <TextField
            label={m.tenantSettings.title}
            name="title"
            value={settings.title}
            hint={m.tenantSettings.titleHint}
            maxLength={255}
          />
          <LogoField saved={settings.logo ?? null} />
          <AccentField saved={settings.accentColor ?? null} />
        </>
      )}
    </SettingsSection>
  );
}

function NameFact({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const name = useTenantName(tenantId);
  return (
    <Field label={m.tenantSettings.name} hint={m.tenantSettings.nameHint}>
      {(id) => <input id={id} value={name} readOnly aria-describedby={`${id}-hint`} />}
    </Field>
  );
}

/** Kept in the form as a data URL; what is no picture, or too large, is told beside it. */
function LogoField({ saved }: { readonly saved: string | null }) {
  const m = useMessages();
  const [logo, setLogo] = useState(saved ?? "");
  const [problem, setProblem] = useState<string>();
  const refusal = use(FormRefusal);
  const refused = isRefusal(refusal, "PICTURE_INVALID") ? errorText(refusal, m) : undefined;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > logoBytes) return setProblem(m.tenantSettings.logoTooLarge);
    const picture = pictures.includes(file.type) ? await pictureIn(file) : undefined;
    setProblem(picture === undefined ? m.tenantSettings.logoNoPicture : undefined);
    if (picture !== undefined) setLogo(picture);
  };
  return (
    <>
      <Field label={m.tenantSettings.logo} hint={m.tenantSettings.logoHint} problem={problem ?? refused}>
        {(id) => <FileInput id={id} accept={pictures.join(",")} onChoose={(file) => void choose(file)} />}
      </Field>
      <input type="hidden" name="logo" value={logo} readOnly />
      <div className="row logo-sample">
        {logo === "" ? <small>{m.tenantSettings.noLogo}</small> : <img src={logo} alt={m.tenantSettings.logo} />}
        {logo !== "" && (
          <button type="button" className="button small" onClick={() => setLogo("")} data-changes>
            {m.tenantSettings.removeLogo}
          </button>
        )}
      </div>
    </>
  );
}

function AccentField({ saved }: { readonly saved: string | null }) {
  const m = useMessages();
  const [color, setColor] = useState(saved ?? "");
  const shown = isColor(color) ? color : productColor;
  return (
    <>
      <Field label={m.tenantSettings.accent} hint={m.tenantSettings.accentHint}>
        {(id) => (
          <div className="row color-row">
            <input
              type="color"
              value={shown}
              aria-label={m.tenantSettings.accentPick}
              onChange={({ target }) => setColor(target.value)}
            />
            <input
              id={id}
              name="accent"
              value={color}
              placeholder={productColor}
              maxLength={7}
              spellCheck={false}
              autoComplete="off"
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => setColor(target.value)}
            />
            {color !== "" && (
              <button type="button" className="button small" onClick={() => setColor("")} data-changes>
                {m.tenantSettings.accentDefault}
              </button>
            )}
          </div>
        )}
      </Field>
      {isColor(color) && (
        <ul className="accent-samples">
          <AccentSample color={color} scheme="light" />
          <AccentSample color={color} scheme="dark" />
        </ul>
      )}
    </>
  );
}

/** What becomes of the colour in one scheme, and whether it could be used as it is. */
function AccentSample({ color, scheme }: { readonly color: string; readonly scheme: Scheme }) {
  const m = useMessages();
  const locale = useLocale();
  const { accent, soft, strong, onAccent, chosenContrast } = accentShades(color, scheme);
  const ratio = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(chosenContrast);
  const isAsChosen = accent === color.toLowerCase();
  return (
    <li className={`accent-sample accent-${scheme}`}>
      <strong>{m.tenantSettings[scheme]}</strong>
      <span className="badge" style={{ background: accent, color: onAccent }}>
        {m.tenantSettings.sample}
      </span>
      <span className="badge" style={{ background: soft, color: strong }}>
        {m.tenantSettings.sample}
      </span>
      <small>
        {m.tenantSettings.contrast(ratio)} ·{" "}
        {isAsChosen ? m.tenantSettings.asChosen : m.tenantSettings.adjusted(accent)}
      </small>
    </li>
  );
}
