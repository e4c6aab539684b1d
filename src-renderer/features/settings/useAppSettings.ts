import type { AppSettingsInput } from '#shared/chains/index.ts'
import { useRpcSwitch } from '../../components/useRpcSwitch.ts'
import { useRpc } from '../../node/queries.ts'

/** Returns the settings of the app, or undefined while loading. */
export const useAppSettings = () => useRpc('getappsettings', {}).data

/**
 * State of a switch for one setting of the app. Settings absent from the input stay unchanged.
 * @param now last value reported by the app
 */
export const useAppSwitch = (now: boolean, settingsOf: (on: boolean) => AppSettingsInput) =>
  useRpcSwitch('setappsettings', now, (on) => ({ settings: settingsOf(on) }))
