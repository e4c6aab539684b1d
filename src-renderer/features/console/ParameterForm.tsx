import { Play } from 'lucide-react'
import type { Method } from '#shared/rpc/define.ts'
import type { AnyParam } from '#shared/rpc/param.ts'
import { useForm } from '../../components/useForm.ts'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input, Select, Textarea } from '../../ui/Field.tsx'
import { type FormFields, useConsole } from './consoleStore.ts'
import { formParams } from './formParams.ts'

export interface ParameterFormProps {
  readonly method: Method
  /** @returns the problem, or undefined if the call was started */
  onRun(method: string, paramsText: string): string | undefined
}

const NONE: FormFields = {}

/** A form generated from the contract, with one field for each parameter. */
export function ParameterForm({ method, onRun }: ParameterFormProps) {
  const form = useForm<ParameterValues>({
    defaultValues: fieldValues(method, useConsole.getState().forms[method.name] ?? NONE),
    keep: (values) => useConsole.getState().keepForm(method, toFormFields(method, values)),
  })
  const fields = toFormFields(method, form.values)
  const filled = Object.values(fields).some((text) => text !== '')
  const submit = form.onSubmit((values) => {
    const params = formParams(method, toFormFields(method, values))
    if (params.ok) {
      onRun(method.name, params.paramsText)
      return
    }
    for (const [name, message] of Object.entries(params.errors)) form.refuse(fieldName(method, name), message)
  })

  return (
    <form
      noValidate
      aria-label={t('console:form.label', { method: method.name })}
      onSubmit={submit}
      className="flex flex-col gap-3"
    >
      {method.params.map((param) => (
        <Field
          key={param.name}
          label={<span className="font-mono text-12">{param.name}</span>}
          aside={
            param.presence === 'optional' ? t('console:form.optional', { kind: param.traits.kind }) : param.traits.kind
          }
          hint={describe(param)}
          error={form.problem(fieldName(method, param.name))}
        >
          <Control
            param={param}
            value={fields[param.name] ?? ''}
            onChange={(value) => form.set(fieldName(method, param.name), value)}
          />
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" icon={<Play aria-hidden className="size-3.5" />}>
          {t('console:form.run', { method: method.name })}
        </Button>
        {filled ? (
          <Button variant="ghost" onClick={() => form.reset(fieldValues(method, NONE))}>
            {t('console:form.clear')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** Texts by parameter index: names such as `ip(/netmask)` are not valid form paths. */
interface ParameterValues {
  readonly texts: readonly string[]
}

const fieldName = (method: Method, param: string) =>
  `texts.${method.params.findIndex(({ name }) => name === param)}` as `texts.${number}`

const fieldValues = (method: Method, fields: FormFields): ParameterValues => ({
  texts: method.params.map(({ name }) => fields[name] ?? ''),
})

const toFormFields = (method: Method, { texts }: ParameterValues): FormFields =>
  Object.fromEntries(method.params.map(({ name }, index) => [name, texts[index] ?? '']))

function describe(param: AnyParam): string {
  const { fallback } = param.traits
  return fallback === undefined || fallback === ''
    ? param.doc
    : t('console:form.default', { doc: param.doc, value: String(fallback) })
}

interface ControlProps {
  readonly param: AnyParam
  readonly value: string
  onChange(value: string): void
}

function Control({ param, value, onChange }: ControlProps) {
  const { kind, secret } = param.traits
  if (kind === 'boolean') {
    return (
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">
          {param.presence === 'optional' ? t('console:form.notGiven') : t('console:form.choose')}
        </option>
        <option value="true">{'true'}</option>
        <option value="false">{'false'}</option>
      </Select>
    )
  }
  if (kind === 'array' || kind === 'object' || kind === 'any') {
    return (
      <Textarea
        mono
        rows={2}
        className={secret ? '[-webkit-text-security:disc]' : undefined}
        value={value}
        placeholder={kind === 'array' ? '[ … ]' : kind === 'object' ? '{ … }' : 'JSON'}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <Input mono type={secret ? 'password' : 'text'} value={value} onChange={({ target }) => onChange(target.value)} />
  )
}
