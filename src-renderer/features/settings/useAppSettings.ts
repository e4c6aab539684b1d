import type { AppSettingsInput } from '#shared/chains/index.ts'
import { useRpc, useRpcMutation } from '../../node/queries.ts'
import { describeError } from '../../parts/describeError.ts'
import { toast } from '../../ui/toasts.ts'

/** The settings of the app, and the way to change them: what is left out stays. */
export function useAppSettings() {
  const { data } = useRpc('getappsettings', {})
  const set = useRpcMutation('setappsettings', {
    onError: (error) => toast({ tone: 'bad', title: describeError(error).title }),
  })
  return { data, set: (settings: AppSettingsInput) => set.mutate({ settings }) }
}
