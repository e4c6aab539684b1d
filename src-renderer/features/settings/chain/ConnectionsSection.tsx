import type { ListedChain } from '#shared/chains/index.ts'
import { t } from '../../../i18n/texts.ts'
import { OptionsCard } from './OptionsCard.tsx'
import { RestartNote } from './RestartNote.tsx'

/** Settings for connections: inbound, outbound, and the proxy. */
export function ConnectionsSection({ chain }: { readonly chain: ListedChain }) {
  return (
    <>
      <RestartNote chain={chain} />
      <OptionsCard
        chain={chain}
        method="setchainsettings"
        title={t('settings:reach')}
        names={['listen', 'port', 'maxconnections', 'discover', 'externalip']}
      />
      <OptionsCard
        chain={chain}
        method="setchainsettings"
        title={t('settings:calls')}
        names={['addnode', 'connect', 'seednode', 'dnsseed']}
      />
      <OptionsCard
        chain={chain}
        method="setchainsettings"
        title={t('settings:proxy')}
        intro={t('settings:proxyIntro')}
        names={['proxy', 'onion', 'onlynet']}
      />
    </>
  )
}
