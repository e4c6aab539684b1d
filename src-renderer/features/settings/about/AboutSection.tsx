import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { t } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { PathText } from '../PathText.tsx'
import { useAppSettings } from '../useAppSettings.ts'
import { Licences } from './Licences.tsx'
import { UpdatesCard } from './UpdatesCard.tsx'

export function AboutSection() {
  const data = useAppSettings()
  return (
    <>
      <Card title="Chainwright" source={<CallSource calls={[shownCall('getappsettings', {})]} />}>
        {data ? (
          <FactList
            facts={[
              { label: t('settings:version'), value: data.version },
              { label: t('settings:runtime'), value: data.runtime },
              { label: t('settings:appFolder'), value: <PathText path={data.root} /> },
              ...(data.webport === null
                ? []
                : [{ label: t('settings:webPort'), value: <code className="font-mono text-12">{data.webport}</code> }]),
              { label: t('settings:licence'), value: 'MIT' },
            ]}
          />
        ) : null}
      </Card>
      <UpdatesCard />
      <Licences />
    </>
  )
}
