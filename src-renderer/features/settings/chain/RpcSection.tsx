import type { ListedChain } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { OptionFlag } from '../OptionFlag.tsx'
import { PathText } from '../PathText.tsx'
import { NewPassword } from './NewPassword.tsx'
import { OptionsCard } from './OptionsCard.tsx'
import { RestartNote } from './RestartNote.tsx'

/** Settings for other programs that call the node, and their permissions. */
export function RpcSection({ chain }: { readonly chain: ListedChain }) {
  const { data } = useRpc('getchainsettings', { id: chain.id })
  return (
    <>
      <RestartNote chain={chain} />
      <Card
        title={t('settings:credentials')}
        source={<CallSource calls={[shownCall('getchainsettings', { id: chain.id })]} />}
      >
        <p className="mb-3 text-pretty text-muted">{t('settings:credentialsIntro')}</p>
        {data ? (
          <div className="flex flex-col gap-3">
            <FactList
              facts={[
                {
                  label: <OptionLabelled text={t('settings:rpcUser')} option="rpcuser" />,
                  value: <SafeText text={data.rpcuser} max={80} className="font-mono text-12" empty="–" />,
                },
                {
                  label: <OptionLabelled text={t('settings:rpcPassword')} option="rpcpassword" />,
                  value: <span className="text-muted">{t('settings:passwordHidden')}</span>,
                },
                { label: t('settings:confFile'), value: <PathText path={data.conffile} /> },
              ]}
            />
            {data.fixed === null ? <NewPassword chain={chain} /> : null}
          </div>
        ) : null}
      </Card>
      <OptionsCard
        chain={chain}
        method="setrpcaccess"
        title={t('settings:access')}
        intro={t('settings:accessIntro')}
        names={['rpcport', 'rpcallowip', 'rpcbind', 'rpcallowhost']}
      />
    </>
  )
}

function OptionLabelled({ text, option }: { readonly text: string; readonly option: string }) {
  return (
    <>
      {text} <OptionFlag name={option} />
    </>
  )
}
