import { tokens } from './tokens.js';

/**
 * Function words only: articles, pronouns, prepositions, conjunctions, auxiliaries and what apostrophes leave behind
 * ("don't" is read as "don", "t"). Words that merely are frequent stay, since one of them may be the topic; idf weighs
 * them down.
 */
const LISTS: Readonly<Record<string, string>> = {
  en: `a about above across after again against ain all along already also although always am among an and another any
    anyone anything are aren around as at away be because been before behind being below beneath beside besides
    between beyond both but by can cannot could couldn d did didn do does doesn doing don done down during each either
    else ever every everyone everything few for from further had hadn has hasn have haven having he hence her here
    hers herself him himself his how however i if in indeed into is isn it its itself just let ll m may maybe me might
    mine more most much must mustn my myself needn neither never no nobody none nor not nothing now of off often on
    once only onto or other others otherwise ought our ours ourselves out over own per perhaps quite rather re s same
    shall shan she should shouldn since so some somehow someone something sometimes such t than that the their theirs
    them themselves then there thereby therefore these they this those though through throughout thus to together too
    toward towards under until unto up upon us ve very via was wasn we were weren what whatever when whenever where
    whereas wherever whether which while who whoever whom whose why will with within without would wouldn yet you your
    yours yourself yourselves`,
  de: `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch auf
    aus bei beim bereits bevor bin bis bist da dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus
    darf darin darüber darum das dass daß davon davor dazu dein deine deinem deinen deiner dem den denen denn dennoch
    der deren des deshalb dessen die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen ein eine
    einem einen einer eines einige einigen einiger er es etwa etwas euch euer eure für gegen gewesen hab habe haben
    hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede
    jedem jeden jeder jedes jedoch jene jenem jenen jener jenes jetzt kann kein keine keinem keinen keiner können
    könnte man manche manchen mancher mehr mein meine meinem meinen meiner mich mir mit möchte muss müssen muß nach
    nachdem nicht nichts noch nun nur ob obwohl oder ohne schon sehr seid sein seine seinem seinen seiner seines seit
    selbst sich sie sind so sobald sogar solche solchem solchen solcher soll sollen sollte sondern sonst sowie sowohl
    über um und uns unser unsere unserem unseren unter viel viele vom von vor während war waren warum was wegen weil
    welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo wobei wollen wollte wurde
    wurden würde würden zu zum zur zwar zwischen`,
  fr: `a afin ai aie ainsi ait alors après as au aucun aucune aujourd auquel aussi autre autres aux auxquels avaient
    avais avait avant avec avez aviez avions avoir avons ayant c car ce ceci cela celle celles celui ces cet cette
    ceux chaque chez ci comme comment d dans de depuis des dès donc dont du duquel durant elle elles en encore entre
    es est et étaient étais était étant été êtes être eu eux furent fut hors il ils j je jusqu jusque l la là laquelle
    le lequel les lesquelles lesquels leur leurs lors lorsqu lorsque lui m ma mais me même mêmes mes moi moins mon n
    ne ni nos notre nous on ont ou où par parce parmi pas pendant peu peut peuvent plus pour pourquoi puis puisque qu
    quand que quel quelle quelles quelque quelques quels qui quoi s sa sans sauf se selon sera serait seront ses si
    sien soi soient sois soit sommes son sont sous suis sur t ta tandis te tel telle telles tels tes toi ton tous tout
    toute toutes très trop tu un une vers voici voilà vos votre vous y`,
  es: `a acá ahí al algo alguien algún alguna algunas alguno algunos allá allí ante antes aquel aquella aquellas
    aquello aquellos aquí así aún aunque bajo cada como cómo con contra cual cuál cuales cualquier cuando cuándo de
    del desde donde dónde durante e el él ella ellas ello ellos en entonces entre era eran es esa esas ese eso esos
    esta está estaba estaban están estar estas este esto estos estoy fue fueron ha había habían haber han hasta hay he
    la las le les lo los más me mediante mí mi mientras mis muy nada ni ningún ninguna ninguno no nos nosotros nuestra
    nuestras nuestro nuestros o os otra otras otro otros para pero por porque pues que qué quien quién quienes se sea
    según ser será si sí sido siendo sin sino sobre son soy su sus también tampoco tan tanto te toda todas todavía
    todo todos tras tu tú tus u un una unas uno unos usted ustedes vosotros y ya yo`,
  it: `a abbia abbiamo ad agli ai al alcuni alcuno all alla alle allo allora altra altre altri altro anche ancora anzi
    avere aveva avevano avuto c che chi ci ciò cioè coi col come con contro così cui d da dagli dai dal dall dalla
    dalle dallo degli dei del dell della delle dello dentro di dopo dove dunque durante e è ed egli era erano eri essa
    esse essendo essere essi esso fino fra fu furono gli ha hai hanno ho i il in infatti invece io l la le lei li lo
    loro lui ma me mentre mi mia mie miei mio molto ne negli nei nel nell nella nelle nello nessun nessuno noi non
    nostra nostre nostri nostro o od ogni oltre oppure per perché però più poi presso pure qual quale quali quando
    quanto quasi quei quel quell quella quelle quelli quello questa queste questi questo qui quindi s sarà se sei
    senza si sia siamo siano siete sono sopra sotto sta su sua sue sugli sui sul sull sulla sulle sullo suo suoi tale
    tali tanto tra tu tua tue tuo tuoi tutta tutte tutti tutto un una uno v vi voi vostra vostre vostri vostro`,
  pt: `a à ainda além algo alguém algum alguma algumas alguns ante antes ao aos após aquela aquelas aquele aqueles
    aquilo as às assim até cada com como contra contudo cuja cujas cujo cujos da daquela daquele das de dela delas
    dele deles depois desde dessa desse desta deste disso do dos durante e é ela elas ele eles em embora enquanto
    entre era eram essa essas esse esses esta está estão estar estas estava estavam este estes eu foi for foram há
    isso isto já la lhe lhes lo logo mais mas me mesma mesmas mesmo mesmos meu meus mim minha minhas muito na nada não
    nas nela nele nem nenhum nenhuma nessa nesse nesta neste no nos nós nossa nossas nosso nossos num numa o onde os
    ou outra outras outro outros para pela pelas pelo pelos per perante pois por porém porque qual quais qualquer
    quando quanto que quê quem se seja sem sempre ser será seu seus si sido sob sobre sua suas também tão te tem têm
    tendo ter teu teus teve tinha todo todos toda todas tu tua tuas tudo um uma umas uns você vocês vos`,
  nl: `aan al alle alles als altijd ander andere ben bent bij daar daarom dan dat de der deze die dit doch doen door
    dus een eens elk elke en er ge geen geweest haar had hadden heb hebben heeft hem het hier hij hoe hun iemand iets
    ik in indien is ja je jij jou jouw jullie kan kon kunnen maar me meer men met mij mijn moet moeten mogen na naar
    nadat niet niets nog nu of om omdat ons onze ook op over reeds sinds te tegen tijdens toch toen tot tussen u uit
    uw van vanuit veel via voor waar waarom wanneer want waren was wat we welke werd werden wezen wie wij wil word
    worden wordt zal ze zelf zich zij zijn zo zoals zonder zou zouden zulke`,
  sv: `aldrig alla allt alltid än andra är åt att av bara blev bli blir både då de dem den denna deras dess dessa det
    detta dig din dina ditt dock du där därför efter eftersom ej eller en ens er era ert ett från för före genom ha
    hade han hans har hela henne hennes hon honom hos hur här i icke ingen inget inga innan inom inte ja jag ju kan
    kunde man med mellan men mig min mina mitt mot mycket ni nu när någon något några och också om oss på redan samma
    sedan sig sin sina sitt själv ska skall skulle som så sådan sådana sådant till trots under upp ut utan vad var
    vara varför varit varje vars vart vem vi vid vilka vilken vilket vår våra vårt`,
  da: `ad af aldrig alle alt altid anden andet andre at blev blive bliver både da de dem den denne der deres derfor det
    dette dig din dine disse dit dog du efter eftersom ej eller en end er et for fordi fra før gennem ham han hans har
    havde have hende hendes her hos hun hvad hver hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår i igen ikke
    imellem ind ingen intet ja jeg jer jeres jo kan kun kunne man mange med meget mellem men mens mig min mine mit mod
    må ned nej noget nogle nogen nu når og også om op os over på samme selv siden sig sin sine sit skal skulle som
    sådan så til trods ud uden under var ved vi vil ville vor vore være været`,
  no: `alle alt alltid altså andre annen annet at av bare begge ble blei bli blir blitt både da de deg dei deim deira
    deires dem den denne der deres derfor det dette di din disse ditt du dykk då eg ein eit eitt eller elles en enn er
    et ett etter for fordi fra før gjennom ha hadde han hans har hennar henne hennes her hjå ho honom hos hun hva hvem
    hver hvilke hvilken hvis hvor hvordan hvorfor i ikke ikkje ingen ingi inn inni ja jeg kan korleis korso kun kunne
    kva kvar kven kvi man mange me med meg meget mellom men mens mi min mine mitt mot mye nå når no noe noen noko
    nokon nokre og også om opp oss over på samme seg selv si sia siden sin sine sitt skal skulle slik so som somme så
    til um under ut uten var vart ved vere verte vi vil ville vore vors vort vår være vært å`,
  fi: `ei eikä eivät ehkä eli emme en enemmän ennen entä että he heidän heidät heille heissä heistä heitä hän häneen
    hänelle häneltä hänen hänessä hänestä hänet häntä ilman itse ja jo johon joiden joihin joille joissa joista joita
    joka jokainen joko jolla jolle jolta jonka jos jossa josta jota jotka jotta kaikki kanssa keitä kenen ketkä ketä
    koska kuin kuinka kuitenkin kuka kun kunnes kuten kyllä lisäksi me meidän meille meissä meitä mihin mikä mikäli
    miksi mikään millä miltä minkä minua minulla minulle minun minut minä missä mistä mitkä mitä mukaan mutta muu muut
    myös ne niiden niihin niille niin niissä niistä niitä noiden noin nuo nyt näiden näihin näissä näistä näitä nämä
    ole oleva olemme olen olet olette oli olin olisi olisivat olivat olla olleet ollut on ovat paitsi saakka samoin se
    sekä sen siellä siihen siinä siis siitä sillä silti sinua sinulla sinun sinut sinä sitä sitten taas tai te teidän
    teille teitä tuo tuohon tuon tuossa tuosta tuota tähän täällä tämä tämän tässä tästä tätä vaan vai vaikka vain
    vasta vielä voi voivat`,
  ru: `а без более больше будет будто бы был была были было быть в вам вами вас ваш ваша ваше ваши ведь весь во вот все
    всё всегда всего всей всем всеми всему всех всею вы где да даже для до другая другие другой другого другом его ее
    её ей ему если есть еще ещё же за зачем здесь и из или им ими иногда их к каждая каждое каждые каждый как какая
    какие какой когда которая которого которое которой котором которому которую которые который которым которыми
    которых кто куда ли либо лишь между меня мне много мной мои мой мочь моя мы на над надо наш наша наше наши не него
    нее неё ней нельзя нем нём нему несколько нет нею ни нибудь никогда ним ними них ничего но ну о об оба однако он
    она они оно от перед по под после потом потому почти при про с сам сама само сами самый свое своё своего своей
    свои своих свой свою себе себя со собой так такая также такие такое такой там те тебе тебя тем теми тех то тобой
    тогда того тоже той только том тому тот тою ту тут ты у уже хотя чего чей чем чему через что чтобы чуть эта эти
    этим этими этих это этого этой этом этому этот эту я`,
};

const none: ReadonlySet<string> = new Set();
const sets = new Map<string, ReadonlySet<string>>();

/** Whether this language (ISO 639-1) has a list of stop words. */
export function hasStopWords(language: string): boolean {
  return Object.hasOwn(LISTS, language);
}

/**
 * The stop words of a language (ISO 639-1) as tokens, hence folded like any text; empty for languages without a list.
 */
export function stopWords(language: string): ReadonlySet<string> {
  if (!hasStopWords(language)) return none;
  let set = sets.get(language);
  if (set === undefined) {
    set = new Set(tokens(LISTS[language]!));
    sets.set(language, set);
  }
  return set;
}
