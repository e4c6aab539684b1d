import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'

interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Made by the build from the packages that are part of the program: see electron.vite.config.ts. */
const FILE_OF_LICENCES = '/licences.js'

const fetchLicences = () =>
  import(/* @vite-ignore */ FILE_OF_LICENCES) as Promise<{ readonly licences: readonly Licence[] }>

/** The packages of others that are part of the program, with the texts of their licences. */
export function Licences() {
  const [licences, setLicences] = useState<readonly Licence[]>()
  useEffect(() => {
    let wanted = true
    fetchLicences().then(
      (found) => wanted && setLicences(found.licences),
      () => wanted && setLicences([]),
    )
    return () => {
      wanted = false
    }
  }, [])
  if (!licences) return null
  return (
    <Card title={t('settings:licences', { count: licences.length })} flush>
      <ul className="divide-y border-t">
        {licences.map((licence) => (
          <li key={licence.name}>
            <LicenceRow {...licence} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LicenceRow({ name, version, licence, text }: Licence) {
  return (
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 px-4 hover:bg-hover focus-visible:-outline-offset-2">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted group-open:rotate-90" />
        <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
        <span className="text-12 text-muted">{version}</span>
        <span className="ml-auto shrink-0 text-12 text-muted">{licence}</span>
      </summary>
      <ScrollRegion label={t('settings:licenceOf', { name })} className="max-h-60 border-t bg-sunken px-4 py-3">
        <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-12">{text || t('settings:noLicenceText')}</pre>
      </ScrollRegion>
    </details>
  )
}
