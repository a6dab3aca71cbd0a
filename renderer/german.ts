import { germanCatalogue } from '#i18n/de/catalogue.ts'

// This script runs before that of the page, whose catalogue takes the texts (`i18n/catalogue.ts`).
Object.assign(globalThis, { skeinCatalogue: germanCatalogue })
