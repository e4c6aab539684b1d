import type { ListedChain } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { AutoMineSwitch } from '../../../components/mining/AutoMineSwitch.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { OptionFlag } from '../OptionFlag.tsx'
import { PathText } from '../PathText.tsx'
import { useAppSettings } from '../useAppSettings.ts'
import { OptionsCard } from './OptionsCard.tsx'
import { RestartNote } from './RestartNote.tsx'

/** Shows the folder of the chain, the data that is kept, and settings for memory and disk. */
export function DataSection({ chain }: { readonly chain: ListedChain }) {
  const app = useAppSettings()
  const unknown = <span className="text-faint">{t('settings:unknown')}</span>
  return (
    <>
      <RestartNote chain={chain} />
      <Card title={t('settings:folder')} source={<CallSource calls={[shownCall('listchains', {})]} />}>
        <FactList
          facts={[
            {
              label: <OptionLabel label={t('settings:folderPath')} name="datadir" />,
              value: <PathText path={chain.directory} />,
            },
            { label: t('settings:folderSize'), value: chain.size === null ? unknown : formatBytes(chain.size) },
            { label: t('settings:free'), value: app?.free == null ? unknown : formatBytes(app.free) },
          ]}
        />
      </Card>
      <AutoMine />
      <OptionsCard
        chain={chain}
        method="setchainsettings"
        title={t('settings:indexes')}
        intro={t('settings:indexesIntro')}
        names={['addressindex', 'spentindex', 'timestampindex']}
      />
      <OptionsCard
        chain={chain}
        method="setchainsettings"
        title={t('settings:performance')}
        names={['dbcache', 'maxmempool', 'par']}
      />
    </>
  )
}

function OptionLabel({ label, name }: { readonly label: string; readonly name: string }) {
  return (
    <>
      {label} <OptionFlag name={name} />
    </>
  )
}

function AutoMine() {
  const { data: status } = useRpc('getnodestatus', {})
  if (status?.network !== 'regtest') return null
  return (
    <Card
      title={t('settings:mining')}
      actions={<OptionFlag name="automine" />}
      source={<CallSource calls={[shownCall('setautomine', { enabled: !status.automaticMining })]} />}
    >
      <AutoMineSwitch on={status.automaticMining} hint={t('settings:autoMineHint')} />
    </Card>
  )
}
