import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { PageLayout } from '../components/PageLayout.tsx'
import { t } from '../i18n/texts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

export function NotFound() {
  return (
    <PageLayout title={t('frame:notFound.title')}>
      <EmptyState
        icon={<Compass />}
        title={t('frame:notFound.text')}
        action={
          <Button asChild>
            <Link to="/">{t('frame:notFound.overview')}</Link>
          </Button>
        }
      >
        {t('frame:notFound.hint')}
      </EmptyState>
    </PageLayout>
  )
}
