import type { Encodable } from '#shared/json.ts'
import { JsonParseError, type JsonValue, stringifyJson } from '#shared/json.ts'
import { parseWord } from '#shared/rpc/commandWord.ts'
import type { Method } from '#shared/rpc/define.ts'
import type { AnyParam } from '#shared/rpc/param.ts'
import { t } from '../../i18n/texts.ts'

export type FormResult =
  | { readonly ok: true; readonly paramsText: string }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> }

/**
 * Converts the fields of a parameter form to positional JSON. Empty fields at the end are omitted. An empty field in
 * the middle becomes its default, or null if null means that the parameter is absent.
 */
export function formParams(method: Method, fields: Readonly<Record<string, string>>): FormResult {
  const errors: Record<string, string> = {}
  const values: Encodable[] = []
  const last = method.params.findLastIndex((param) => (fields[param.name] ?? '') !== '')
  method.params.forEach((param, index) => {
    const text = fields[param.name] ?? ''
    if (text !== '') {
      const value = fieldValue(param, text)
      if (value === undefined)
        errors[param.name] =
          param.traits.kind === 'boolean'
            ? t('console:form.booleanNeeded')
            : t('console:form.notJson', { kind: param.traits.kind })
      else values.push(value)
    } else if (param.presence === 'required') errors[param.name] = t('console:form.required')
    else if (index < last) {
      if (param.traits.fallback !== undefined) values.push(param.traits.fallback as Encodable)
      else if (param.traits.nullable) values.push(null)
      else errors[param.name] = t('console:form.requiredBefore')
    }
  })
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, paramsText: stringifyJson(values) }
}

function fieldValue(param: AnyParam, text: string): JsonValue | undefined {
  try {
    return parseWord(param, text)
  } catch (error) {
    if (error instanceof JsonParseError) return undefined
    throw error
  }
}
