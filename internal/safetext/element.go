package safetext

// kind is what an element is to people who read.
type kind uint8

const (
	inline  kind = iota + 1 // marks words; seen as markup only with its end tag or an attribute
	wrapper                 // wraps blocks and says nothing itself
	block                   // stands on lines of its own
	void                    // has no end tag
	skipped                 // dropped with all that it holds
)

// element is an HTML element that is known here; every other "<word>" is text that somebody typed.
type element struct {
	kind kind
	as   string // the element it is read as; empty when only its text counts
}

// elements is HTML with the names that word processors add, each as "name" or "name=read as".
var elements = elementTable(map[kind]string{
	inline: "a b=strong strong i=em em cite=em dfn=em var=em code kbd=code samp=code tt=code del s=del strike=del " +
		"span= font= u= ins= mark= small= big= sub= sup= abbr= acronym= q= time= label= button= select= output= " +
		"bdi= bdo= data= map= nobr= textarea= plaintext= o:p= st1:place= w:wrap= o:lock= meter= progress= ruby= rt= rp= video= audio= picture= legend=",
	wrapper: "html= body= thead= tbody= tfoot= colgroup= main= header= footer= nav= form= fieldset=",
	block: "p div center=div section=div article=div aside=div address=div figure=div figcaption=div details=div summary=div dl=div dt=p " +
		"dd=div option=div caption=div menu=ul dir=ul ul ol li blockquote pre xmp=pre table tr td th=td h1 h2 h3 h4 h5 h6",
	void:    "br hr img input= wbr= col= meta= link= base= area= embed= source= track= param= v:imagedata= v:shape= v:shapetype=",
	skipped: "script= style= iframe= noembed= noframes= noscript= title= svg= head= object= template= math= xml= applet= canvas=",
})
