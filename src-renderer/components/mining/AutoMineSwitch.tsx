import { t } from '../../i18n/texts.ts'
import { Switch } from '../../ui/Switch.tsx'
import { useRpcSwitch } from '../useRpcSwitch.ts'

export interface AutoMineSwitchProps {
  /** Value from getnodestatus. */
  readonly on: boolean
  readonly hint: string
}

/** Switch for automatic mining on regtest. */
export function AutoMineSwitch({ on, hint }: AutoMineSwitchProps) {
  const position = useRpcSwitch('setautomine', on, (enabled) => ({ enabled }))
  return <Switch label={t('frame:miner.automatic')} hint={hint} {...position} />
}
