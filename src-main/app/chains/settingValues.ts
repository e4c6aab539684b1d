/** Parses settings from a window. */
import { isSettingName, MAX_SETTING_VALUES, type SettingName } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import type { OptionSettings } from './chainOptions.ts'

const rpcError = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

const isShortText = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value.length <= 1_000

function parseValues(name: string, value: JsonValue): readonly string[] {
  if (value === null || value === '') return []
  if (isShortText(value)) return [value.trim()]
  if (Array.isArray(value) && value.length <= MAX_SETTING_VALUES * 2 && value.every(isShortText)) {
    return [...new Set(value.map((entry) => (entry as string).trim()).filter((entry) => entry !== ''))]
  }
  throw rpcError(`${name}: expected a text, a list of texts or null`)
}

/**
 * Returns the current settings, changed by those of a call.
 * @param allowed options that this call may change
 * @throws RpcError if an option is not allowed or a value has the wrong type
 */
export function mergedSettings(
  now: OptionSettings,
  given: JsonObject,
  allowed: readonly SettingName[],
): OptionSettings {
  const next = new Map(now)
  for (const [name, value] of given) {
    if (!isSettingName(name) || !allowed.includes(name)) {
      throw rpcError(`-${name.slice(0, 60)} cannot be changed here`)
    }
    const values = parseValues(name, value)
    if (values.length === 0) next.delete(name)
    else next.set(name, values)
  }
  return next
}
