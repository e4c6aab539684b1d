import type { AppSettingsInput } from '#shared/chains/index.ts'
import { useRpcSwitch } from '../../components/useRpcSwitch.ts'
import { useRpc } from '../../node/queries.ts'

/** The settings of the app; undefined: not known yet. */
export const useAppSettings = () => useRpc('getappsettings', {}).data

/**
 * A switch of one setting of the app. What is left out of the input stays.
 * @param now what the app said last
 */
export const useAppSwitch = (now: boolean, settingsOf: (on: boolean) => AppSettingsInput) =>
  useRpcSwitch('setappsettings', now, (on) => ({ settings: settingsOf(on) }))
