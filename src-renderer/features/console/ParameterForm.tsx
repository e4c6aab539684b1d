import { Play } from 'lucide-react'
import { useState } from 'react'
import type { Method } from '#shared/rpc/define.ts'
import type { AnyParam } from '#shared/rpc/param.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input, Select, Textarea } from '../../ui/Field.tsx'
import { type FormFields, useConsole } from './consoleStore.ts'
import { formParams } from './formWords.ts'

export interface ParameterFormProps {
  readonly method: Method
  /** returns what is wrong, or undefined once the call is under way */
  onRun(method: string, paramsText: string): string | undefined
}

const NONE: FormFields = {}

/** A form made from the contract: one field for each parameter. */
export function ParameterForm({ method, onRun }: ParameterFormProps) {
  const [fields, setFields] = useState<FormFields>(() => useConsole.getState().forms[method.name] ?? NONE)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})

  const filled = method.params.some(({ name }) => (fields[name] ?? '') !== '')
  const change = (next: FormFields) => {
    setFields(next)
    useConsole.getState().keepForm(method, next)
  }

  const run = () => {
    const params = formParams(method, fields)
    setErrors(params.ok ? {} : params.errors)
    if (params.ok) onRun(method.name, params.paramsText)
  }

  return (
    <form
      noValidate
      aria-label={`Parameters of ${method.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
      className="flex flex-col gap-3"
    >
      {method.params.map((param) => (
        <Field
          key={param.name}
          label={<span className="font-mono text-12">{param.name}</span>}
          aside={param.presence === 'optional' ? `${param.traits.kind}, optional` : param.traits.kind}
          hint={describe(param)}
          error={errors[param.name]}
        >
          <Control
            param={param}
            value={fields[param.name] ?? ''}
            onChange={(value) => change({ ...fields, [param.name]: value })}
          />
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" icon={<Play aria-hidden className="size-3.5" />}>
          Run {method.name}
        </Button>
        {filled ? (
          <Button
            variant="ghost"
            onClick={() => {
              change(NONE)
              setErrors({})
            }}
          >
            Clear
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function describe(param: AnyParam): string {
  const { fallback } = param.traits
  return fallback === undefined || fallback === '' ? param.doc : `${param.doc} (${String(fallback)} if left empty)`
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
        <option value="">{param.presence === 'optional' ? 'not given' : 'choose'}</option>
        <option value="true">true</option>
        <option value="false">false</option>
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
