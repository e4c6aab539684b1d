import type { SettingName } from '#shared/chains/index.ts'
import { t } from '../../../i18n/texts.ts'
import { Field, Input, Select, Textarea } from '../../../ui/Field.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { OptionFlag } from '../OptionFlag.tsx'
import type { ShownOption } from './optionDraft.ts'

/** Options with a fixed list of values. '' is the default. */
const WORDS: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  onlynet: ['ipv4', 'ipv6', 'onion'],
  loglevel: ['debug', 'info', 'warn', 'error'],
}

/** Maximum length of a displayed value that is set elsewhere. */
const MAX_VALUE_LENGTH = 80

export interface OptionFieldProps {
  readonly name: SettingName
  readonly option: ShownOption
  readonly value: string
  readonly error: string | undefined
  /** True if nothing can be changed here. */
  readonly fixed: boolean
  onChange(value: string): void
}

/** Field for one option: its description, its command-line name, and the source of its value if set elsewhere. */
export function OptionField({ name, option, value, error, fixed, onChange }: OptionFieldProps) {
  const text = visibleString(option.value.join(' '), MAX_VALUE_LENGTH)
  // Shown below the field, not next to its label, so that the fields of a row stay aligned.
  const elsewhere =
    option.from === 'conf'
      ? t('settings:inConf', { text })
      : option.from === 'commandline'
        ? t('settings:onCommandLine', { text })
        : undefined
  return (
    <Field
      // As wide as the selected or typed text, so that the option's name is at its end.
      className={option.kind === 'list' && WORDS[name] === undefined ? 'xl:col-span-2' : 'max-w-90 xl:max-w-none'}
      label={t(`settings:option.${name}.label`)}
      hint={
        <>
          {t(`settings:option.${name}.hint`)}
          {elsewhere ? <span className="block text-text">{elsewhere}</span> : null}
        </>
      }
      error={error}
      aside={<OptionFlag name={name} />}
    >
      <Control
        name={name}
        option={option}
        value={value}
        disabled={fixed || option.from === 'commandline'}
        onChange={onChange}
      />
    </Field>
  )
}

/** Returns "Default: on" if the node reported the effective value. */
function usualFlag({ value, effective }: ShownOption): string {
  if (value.length > 0 || effective === null) return t('settings:default')
  return t('settings:usual', { text: effective === '1' ? t('settings:on') : t('settings:off') })
}

interface ControlProps extends Pick<OptionFieldProps, 'name' | 'option' | 'value' | 'onChange'> {
  readonly disabled: boolean
}

function Control({ name, option, value, disabled, onChange }: ControlProps) {
  const change = ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value)
  const shared = { name, value, disabled, onChange: change }
  const words = WORDS[name]
  if (words !== undefined || option.kind === 'flag') {
    // A value that was set elsewhere is kept until the user selects another one.
    const own = words !== undefined && value !== '' && !words.includes(value) ? [value] : []
    return (
      <Select {...shared}>
        <option value="">{usualFlag(option)}</option>
        {option.kind === 'flag' ? (
          <>
            <option value="1">{t('settings:on')}</option>
            <option value="0">{t('settings:off')}</option>
          </>
        ) : (
          [...(words ?? []), ...own].map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))
        )}
      </Select>
    )
  }
  if (option.kind === 'list') {
    return <Textarea {...shared} mono rows={2} className="min-h-14" />
  }
  const usual = option.value.length === 0 && option.effective !== null ? option.effective : option.fallback
  return (
    <Input
      {...shared}
      mono
      placeholder={/^[\d.]+$/.test(usual) ? t('settings:usual', { text: usual }) : t('settings:default')}
      {...(option.kind === 'integer' ? { inputMode: 'numeric' } : {})}
    />
  )
}
